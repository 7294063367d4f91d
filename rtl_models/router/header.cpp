#include "rtl_models/router/header.h"

#include <algorithm>

namespace flitscope::rtl {

namespace {

HeaderAction forward_to(topo::NodeId towards, bool receive, std::uint32_t served) {
    return {receive, true, false, false, towards, served};
}
HeaderAction stop(std::uint32_t served, bool error) {
    return {true, false, false, error, topo::kNoNode, served};
}
HeaderAction drop(std::uint32_t served) {
    return {true, false, true, false, topo::kNoNode, served};
}

/// Entries of one flit.
struct Entries {
    const HeaderEntry* first;
    std::uint32_t number;
    bool more;  ///< in the flits behind it

    const HeaderEntry* begin() const { return first; }
    const HeaderEntry* end() const { return first + number; }
};

/// Empty for flits after the header.
Entries entries_of(const Header& header, const HeaderParameters& parameters, std::uint32_t index) {
    const auto all = static_cast<std::uint32_t>(header.entries.size());
    const std::uint32_t first = std::min(all, parameters.entries_before(index));
    const bool whole = parameters.addresses_per_flit == 0;
    const std::uint32_t behind = whole ? all : std::min(all, parameters.entries_before(index + 1));
    return {header.entries.data() + first, behind - first, behind < all};
}

HeaderAction action_by(const Entries& entries, std::uint32_t served, topo::NodeId here,
                       topo::NodeId nodes, bool injected) {
    const auto is_node = [nodes](topo::NodeId address) { return address >= 0 && address < nodes; };
    if (served >= entries.number || !is_node(entries.first[served].address)) {
        return stop(served, true);
    }
    const HeaderEntry& entry = entries.first[served];
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
    if (next == entries.number) {
        return entries.more ? drop(next) : stop(next, false);
    }
    const topo::NodeId towards = entries.first[next].address;
    return is_node(towards) && towards != here ? forward_to(towards, true, next) : stop(next, true);
}

}  // namespace

std::string control_bits(Control control) {
    const auto bits = static_cast<unsigned>(control);
    return {static_cast<char>('0' + bits / 2), static_cast<char>('0' + bits % 2)};
}

SharedValue<FlitHeader> flit_header(const Header& header, const HeaderParameters& parameters,
                                    std::uint32_t index) {
    if (index >= parameters.flits_of(header.entries.size())) {
        return {};
    }
    const Entries entries = entries_of(header, parameters, index);
    return FlitHeader{
        entries.more, header.routing, header.first_port, {entries.begin(), entries.end()}};
}

HeaderAction header_action(const FlitHeader& leading, std::uint32_t served, topo::NodeId here,
                           topo::NodeId nodes, bool injected) {
    const auto number = static_cast<std::uint32_t>(leading.entries.size());
    return action_by({leading.entries.data(), number, leading.more}, served, here, nodes, injected);
}

HeaderAction header_action(const Header& header, const HeaderParameters& parameters,
                           std::uint32_t served, std::uint32_t leading, topo::NodeId here,
                           topo::NodeId nodes, bool injected) {
    const std::uint32_t before = parameters.entries_before(leading);
    HeaderAction action = action_by(entries_of(header, parameters, leading),
                                    std::max(served, before) - before, here, nodes, injected);
    action.served += before;
    return action;
}

}  // namespace flitscope::rtl
