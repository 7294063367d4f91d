#include "testbenches/tests/whole/page_reference/page_worm.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

/// Numbers of the entries that a flit holds: from, and up to but not.
std::pair<std::size_t, std::size_t> entries_of(const PageWorm& worm, std::uint32_t index,
                                               int per_flit) {
    const rtl::Header* header = worm.message.header;
    const std::size_t all = header == nullptr ? 0 : header->entries.size();
    if (per_flit == 0) {
        return {0, index == 0 ? all : 0};
    }
    const auto h = static_cast<std::size_t>(per_flit);
    return {std::min(all, index * h), std::min(all, (index + 1) * h)};
}

constexpr PageAction kError{true, false, false, true, topo::kNoNode, {}};

}  // namespace

PageFlit page_flit(PageWorm& worm, std::uint32_t index, int per_flit) {
    const auto [from, to] = entries_of(worm, index, per_flit);
    PageFlit flit;
    flit.worm = &worm;
    flit.index = index;
    flit.leads = index == 0;
    flit.valid.assign(to > from ? to - from : 0, true);
    return flit;
}

PageAction page_action(const PageFlit& leading, int per_flit, topo::NodeId here, bool injected,
                       topo::NodeId nodes) {
    const rtl::Message& message = leading.worm->message;
    const auto is_node = [nodes](topo::NodeId address) { return address >= 0 && address < nodes; };
    PageAction action;
    if (message.header == nullptr) {
        action.receive = message.destination == here;
        action.forward = !action.receive;
        action.towards = message.destination;
        return action;
    }
    const auto valid = std::find(leading.valid.begin(), leading.valid.end(), true);
    if (valid == leading.valid.end()) {
        return kError;
    }
    const auto first = static_cast<std::size_t>(valid - leading.valid.begin());
    const auto& entries = message.header->entries;
    const auto [from, to] = entries_of(*leading.worm, leading.index, per_flit);
    const rtl::HeaderEntry& entry = entries[from + first];
    if (!is_node(entry.address)) {
        return kError;
    }
    if (entry.address != here) {
        if (entry.control == rtl::Control::none) {
            return kError;
        }
        action.receive = !injected && entry.control != rtl::Control::pass;
        action.forward = injected || entry.control != rtl::Control::stop;
        action.towards = entry.address;
        return action;
    }
    action.receive = true;
    const std::size_t next = from + first + 1;
    if (next == entries.size()) {
        return action;
    }
    if (next == to) {
        action.drop = true;
        return action;
    }
    if (entries[next].address == here || !is_node(entries[next].address)) {
        return kError;
    }
    action.forward = true;
    action.towards = entries[next].address;
    action.served = first;
    return action;
}

}  // namespace flitscope::tb
