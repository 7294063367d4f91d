#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "rtl_models/router/shared_value.h"
#include "topologies/topology.h"

namespace flitscope::rtl {

/// The control field (CF) of CPR, coded path routing: the action of a router that is not addressed
/// (docs/headers_and_branches.md, section 1), or the action that one took. The values are the
/// field's bits. Source: Al-Dubai, Ould-Khaoua and Mackenzie, Towards a scalable broadcast in
/// wormhole-switched mesh networks, figure 1. In the paper there is one address, and the router at
/// a corner rewrites the bits. Entries are equivalent, and every router decides by what it sees.
enum class Control : std::uint8_t {
    none = 0,    ///< 00: never in flight
    stop = 1,    ///< 01: receive, the message ends here
    pass = 2,    ///< 10: forward, receive nothing
    receive = 3  ///< 11: receive and forward
};

/// An address and its control field: a leg of a coded path (CPR), or a destination of a list.
struct HeaderEntry {
    topo::NodeId address = 0;
    Control control = Control::pass;
};
inline bool operator==(const HeaderEntry& a, const HeaderEntry& b) {
    return a.address == b.address && a.control == b.control;
}

/// The header fields of one header flit (docs/multicast_units.md, "Flits").
struct FlitHeader {
    bool more = false;             ///< another header flit follows
    int routing = 0;               ///< the header routing
    topo::PortId first_port = -1;  ///< output at the source; -1: none is named
    std::vector<HeaderEntry> entries;
};

/// Served entries other than the first ones, which no number can express.
constexpr auto kNotInOrder = std::numeric_limits<std::uint32_t>::max();

/// Whether two headers with so many invalid entries, counted from the first, are equal on a wire:
/// the content of invalid entries has no meaning.
inline bool same_header(const SharedValue<FlitHeader>& a, std::uint32_t a_served,
                        const SharedValue<FlitHeader>& b, std::uint32_t b_served) {
    if (!a || !b) {
        return !a && !b;
    }
    const auto valid = [](const FlitHeader& header, std::uint32_t served) {
        return header.entries.size() - std::min<std::size_t>(served, header.entries.size());
    };
    const std::size_t left = valid(*a, a_served);
    return a->more == b->more && a->routing == b->routing && a->first_port == b->first_port &&
           (a_served == kNotInOrder) == (b_served == kNotInOrder) && left == valid(*b, b_served) &&
           (left == 0 || a_served == b_served) &&
           std::equal(a->entries.end() - static_cast<std::ptrdiff_t>(left), a->entries.end(),
                      b->entries.end() - static_cast<std::ptrdiff_t>(left));
}

}  // namespace flitscope::rtl
