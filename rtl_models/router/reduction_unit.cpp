#include "rtl_models/router/reduction_unit.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "rtl_models/router/vc_mask.h"

namespace flitscope::rtl {

std::uint64_t combined(Reduction operation, std::uint64_t a, std::uint64_t b) {
    switch (operation) {
        case Reduction::sum:
            return a + b;
        case Reduction::min:
            return std::min(a, b);
        case Reduction::max:
            return std::max(a, b);
        case Reduction::bit_and:
            return a & b;
        case Reduction::bit_or:
            return a | b;
        case Reduction::bit_xor:
            return a ^ b;
    }
    throw std::logic_error("combined: no such operation");
}

ReductionUnit::ReductionUnit(const ReductionSetup& setup, topo::NodeId node)
    : setup_(&setup),
      node_(node),
      entries_(static_cast<std::size_t>(setup.entries), waiting(false)) {}

ReductionUnit::Entry ReductionUnit::waiting(bool back) const {
    Entry entry;
    entry.back = back;
    entry.missing = back ? 1 : setup_->children.at(static_cast<std::size_t>(node_)) + 1;
    return entry;
}

void ReductionUnit::fail(int entry, const char* what) const {
    throw std::logic_error("combining unit of node " + std::to_string(node_) + ", entry " +
                           std::to_string(entry) + ": " + what);
}

void ReductionUnit::element(int entry, std::size_t index, std::uint64_t value) {
    Entry& into = at(entry);
    if (into.missing == 0) {
        fail(entry, "an operand more than it has children");
    }
    if (index > into.elements.size()) {
        fail(entry, "an element of an operand is left out");
    }
    if (index == into.elements.size()) {
        into.elements.push_back(value);
    } else {
        into.elements[index] = combined(setup_->operation, into.elements[index], value);
    }
}

void ReductionUnit::operand_ends(int entry, std::size_t elements) {
    Entry& into = at(entry);
    if (into.length != 0 && into.length != elements) {
        fail(entry, "operands of different lengths");
    }
    into.length = elements;
    --into.missing;
}

void ReductionUnit::operand(int entry, const std::vector<std::uint64_t>& elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
        element(entry, i, elements[i]);
    }
    operand_ends(entry, elements.size());
}

UnitResult ReductionUnit::result(int entry) const {
    return {at(entry).back, std::make_shared<const std::vector<std::uint64_t>>(at(entry).elements)};
}

void ReductionUnit::empty(int entry) {
    at(entry) = waiting(setup_->back && !at(entry).back && !setup_->is_root(node_));
}

namespace {

class PlainCombiningCore final : public CombiningCore {
public:
    PlainCombiningCore(const ReductionSetup& setup, topo::NodeId node) : unit_(setup, node) {}

    std::uint64_t edge(const std::vector<CombiningFlit>& flits, const OwnOperands& own) override {
        for_each_bit(done_, [this](int entry) { unit_.empty(entry); });
        done_ = 0;
        for (const CombiningFlit& flit : flits) {
            unit_.element(flit.entry, flit.index, flit.element);
            if (flit.tail) {
                unit_.operand_ends(flit.entry, flit.index + 1);
                note(flit.entry);
            }
        }
        for (const auto& [entry, operand] : own) {
            unit_.operand(entry, *operand);
            note(entry);
        }
        return done_;
    }
    UnitResult result(int entry) const override { return unit_.result(entry); }

private:
    void note(int entry) { done_ |= std::uint64_t{unit_.complete(entry) ? 1U : 0U} << entry; }

    ReductionUnit unit_;
    std::uint64_t done_ = 0;  ///< bit e: entry e is complete
};

}  // namespace

std::unique_ptr<CombiningCore> make_combining_core(const ReductionSetup& setup, topo::NodeId node,
                                                   std::size_t /*ports*/) {
    return std::make_unique<PlainCombiningCore>(setup, node);
}

}  // namespace flitscope::rtl
