#include "rtl_models/fast/engine/reductions.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::tl {

Reductions::Reductions(const rtl::NetworkDescription& description, const rtl::Cycle& now)
    : setup_(description.reductions), now_(&now) {
    const topo::NodeId nodes = description.topology->nodes();
    if (setup_->parents.size() != static_cast<std::size_t>(nodes) ||
        setup_->children.size() != setup_->parents.size() || setup_->entries < 1 ||
        setup_->entries > rtl::ReductionSetup::kMostEntries) {
        throw std::invalid_argument("combining units: set up for another network");
    }
    for (topo::NodeId node = 0; node < nodes; ++node) {
        units_.emplace_back(*setup_, node);
    }
}

void Reductions::take(topo::NodeId node, int entry, const rtl::Operand& elements) {
    rtl::ReductionUnit& unit = units_.at(static_cast<std::size_t>(node));
    unit.operand(entry, *elements);
    if (unit.complete(entry)) {
        complete_.emplace_back(node, entry);
        complete_edge_ = *now_;
    }
}

void Reductions::contribute(topo::NodeId node, int entry, const rtl::Operand& own) {
    take(node, entry, own);
}

void Reductions::carry(const rtl::Message& message, int entry, const rtl::Operand& elements) {
    carried_[message.id] = {entry, elements};
}

void Reductions::hand_over() {
    if (next_edge() != *now_) {
        return;
    }
    std::sort(complete_.begin(), complete_.end());
    for (const auto& [node, entry] : complete_) {
        rtl::ReductionUnit& unit = units_[static_cast<std::size_t>(node)];
        results_.push_back({unit.result(entry), *now_, node, entry});
        unit.empty(entry);
    }
    complete_.clear();
}

void Reductions::delivered(const rtl::Delivery& delivery) {
    const auto found = carried_.find(delivery.message.id);
    if (found != carried_.end()) {
        take(delivery.message.destination, found->second.entry, found->second.elements);
        carried_.erase(found);
    }
}

bool Reductions::report(rtl::NetworkClient& client) {
    for (const rtl::ReductionResult& result : results_) {
        client.handed(result);
    }
    const bool any = !results_.empty();
    results_.clear();
    return any;
}

}  // namespace flitscope::tl
