#include "testbenches/drive/traffic/network_reductions.h"

#include <algorithm>

namespace flitscope::tb {

NetworkReductions::NetworkReductions(const tl::Exchange& exchange, int entries, std::uint64_t seed)
    : tree_(exchange), seed_(seed), entries_(static_cast<std::size_t>(entries)) {}

rtl::Cycle NetworkReductions::next_edge() const {
    if (freed_ && !held_.empty()) {
        return asked_ + 1;  // at once
    }
    return settled_ > asked_ ? settled_ : rtl::kNever;
}

void NetworkReductions::at_edge(rtl::Cycle edge) {
    asked_ = edge;
    freed_ = false;
    begin_held();
}

void NetworkReductions::generate(std::uint32_t length) {
    held_.push_back({generated_++, length});
    begin_held();
}

void NetworkReductions::begin_held() {
    for (std::size_t entry = 0; entry < entries_.size() && !held_.empty(); ++entry) {
        if (entries_[entry].missing != 0) {
            continue;
        }
        Operation& operation = entries_[entry] = std::move(held_.front());
        held_.pop_front();
        operation.result = tree_.result(seed_ + operation.number, operation.length);
        operation.missing = tree_.returns() ? tree_.nodes() : 1;
        begun_.push_back(static_cast<int>(entry));
    }
}

NetworkReductions::Next NetworkReductions::handed(const rtl::ReductionResult& result) {
    Operation& operation = entries_.at(static_cast<std::size_t>(result.entry));
    Next next;
    next.operation = operation.number;
    if (!result.back && result.node != tree_.root()) {
        next.sends = {tree_.up(result.node)};
        return next;
    }
    operation.wrong += *result.elements == *operation.result ? 0 : 1;
    next.sends = tree_.down(result.node);
    next.finished = --operation.missing == 0;
    if (next.finished) {
        next.wrong_results = operation.wrong;
        operation.result.reset();
        freed_ = true;
    }
    return next;
}

void NetworkReductions::operate(rtl::ReductionPort& port) {
    for (const Carried& each : carried_) {
        port.carry(each.message, each.entry, each.elements);
    }
    carried_.clear();
    for (const int entry : begun_) {
        const Operation& operation = entries_[static_cast<std::size_t>(entry)];
        for (topo::NodeId node = 0; node < tree_.nodes(); ++node) {
            port.contribute(node, entry,
                            tree_.operand(seed_ + operation.number, node, operation.length));
        }
        settled_ = std::max(settled_, asked_ + 1);
    }
    begun_.clear();
}

}  // namespace flitscope::tb
