#include "rtl_models/router/header.h"

#include <algorithm>

namespace flitscope::rtl {

namespace {

HeaderAction forward_to(topo::NodeId towards, bool receive, std::uint32_t served) {
    HeaderAction action;
    action.receive = receive;
    action.forward = true;
    action.towards = towards;
    action.served = served;
    return action;
}

HeaderAction stop(std::uint32_t served, bool error) {
    HeaderAction action;
    action.receive = true;
    action.error = error;
    action.served = served;
    return action;
}

}  // namespace

std::string control_bits(Control control) {
    const auto bits = static_cast<unsigned>(control);
    return {static_cast<char>('0' + bits / 2), static_cast<char>('0' + bits % 2)};
}

HeaderAction header_action(const Header& header, const HeaderParameters& parameters,
                           std::uint32_t served, std::uint32_t leading, topo::NodeId here,
                           topo::NodeId nodes, bool injected) {
    const auto all = static_cast<std::uint32_t>(header.entries.size());
    const auto per_flit = static_cast<std::uint32_t>(parameters.addresses_per_flit);
    const std::uint32_t behind = per_flit == 0 ? all : std::min(all, (leading + 1) * per_flit);
    const auto is_node = [nodes](topo::NodeId address) { return address >= 0 && address < nodes; };
    if (served >= behind || !is_node(header.entries[served].address)) {
        return stop(served, true);
    }
    const HeaderEntry& entry = header.entries[served];
    if (entry.address != here) {
        switch (entry.control) {
            case Control::none:
                return stop(served, true);
            case Control::stop:
                return injected ? forward_to(entry.address, false, served) : stop(served, false);
            case Control::pass:
            case Control::receive:
                break;
        }
        return forward_to(entry.address, entry.control == Control::receive && !injected, served);
    }
    const std::uint32_t next = served + 1;
    if (next == all) {
        return stop(next, false);
    }
    if (next == behind) {
        HeaderAction action;
        action.receive = action.drop = true;
        action.served = next;
        return action;
    }
    const topo::NodeId towards = header.entries[next].address;
    return is_node(towards) && towards != here ? forward_to(towards, true, next) : stop(next, true);
}

}  // namespace flitscope::rtl
