#include "testbenches/tests/whole/collectives/page_reductions.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace flitscope::tb {

PageUnits::PageUnits(const rtl::ReductionSetup& setup) : setup_(setup) {
    for (std::size_t node = 0; node < setup.children.size(); ++node) {
        for (int entry = 0; entry < setup.entries; ++entry) {
            entries_[{static_cast<topo::NodeId>(node), entry}].missing = setup.children[node] + 1;
        }
    }
}

PageUnits::Elements PageUnits::combined(const Entry& entry) const {
    Elements all = entry.operands.begin()->second;
    for (auto each = std::next(entry.operands.begin()); each != entry.operands.end(); ++each) {
        for (std::size_t j = 0; j < all.size(); ++j) {
            const std::uint64_t a = all[j];
            const std::uint64_t b = each->second.at(j);
            const bool less = a < b;
            switch (setup_.operation) {
                case rtl::Reduction::sum:
                    all[j] = a + b;
                    break;
                case rtl::Reduction::min:
                    all[j] = less ? a : b;
                    break;
                case rtl::Reduction::max:
                    all[j] = less ? b : a;
                    break;
                case rtl::Reduction::bit_and:
                    all[j] = ~(~a | ~b);
                    break;
                case rtl::Reduction::bit_or:
                    all[j] = ~(~a & ~b);
                    break;
                case rtl::Reduction::bit_xor:
                    all[j] = (a & ~b) | (~a & b);
                    break;
            }
        }
    }
    return all;
}

std::vector<PageUnits::Handed> PageUnits::hand_over(rtl::Cycle edge) {
    std::vector<Handed> handed;
    for (auto& [place, entry] : entries_) {
        if (entry.missing != 0) {
            continue;
        }
        const auto [node, number] = place;
        handed.push_back({edge, node, number, entry.back, combined(entry)});
        entry.operands.clear();
        const bool root = setup_.parents[static_cast<std::size_t>(node)] == topo::kNoNode;
        entry.back = setup_.back && !root && !entry.back;
        entry.missing = entry.back ? 1 : setup_.children[static_cast<std::size_t>(node)] + 1;
    }
    return handed;
}

void PageUnits::flit(topo::NodeId node, int entry, std::uint64_t who, std::uint64_t value,
                     bool tail) {
    Entry& into = entries_.at({node, entry});
    into.operands[who].push_back(value);
    into.missing -= tail ? 1 : 0;
    ASSERT_GE(into.missing, 0) << "node " << node;
}

void PageUnits::contribute(topo::NodeId node, int entry, const Elements& elements) {
    for (std::size_t j = 0; j < elements.size(); ++j) {
        flit(node, entry, kOwn, elements[j], j + 1 == elements.size());
    }
}

}  // namespace flitscope::tb
