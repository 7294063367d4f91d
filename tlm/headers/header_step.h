#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "topologies/topology.h"

namespace flitscope::tl {

/// Two bits that say what routers do with a message on its way; also what a router did.
enum class HeaderControl : std::uint8_t {
    none = 0,              ///< 00: never in flight
    receive_and_stop = 1,  ///< 01: a copy to the node; the message ends here
    pass = 2,              ///< 10: forward, deliver nothing
    receive_and_pass = 3   ///< 11: a copy to the node, and forward
};

/// "10": the bits, high one first.
std::string control_bits(HeaderControl control);

enum class HeaderKind : std::uint8_t {
    /// Destinations in the order in which they are visited (path-based multicast: Lin, McKinley and
    /// Ni, 1994). A unicast is a list of one.
    list,
    /// Legs, each an address and what the routers on the way to it do (coded path routing:
    /// Al-Dubai,
    /// Ould-Khaoua and Mackenzie: Towards a scalable broadcast in wormhole-switched mesh networks,
    /// figure 1). The paper has one address and a router at the corner that rewrites the bits; legs
    /// say the same, and every router decides by what it sees.
    coded_path
};

struct HeaderAddress {
    topo::NodeId node = 0;
    HeaderControl control = HeaderControl::none;  ///< of a coded path; lists have none

    friend bool operator==(const HeaderAddress& a, const HeaderAddress& b) {
        return a.node == b.node && a.control == b.control;
    }
};

/// What a router does with a message that came in from a neighbour.
struct HeaderStep {
    HeaderControl action = HeaderControl::pass;
    bool served = false;          ///< the first address is used up; the next one becomes active
    bool protocol_error = false;  ///< no such header is ever sent: the message ends here

    bool absorbs() const {
        return action == HeaderControl::receive_and_stop ||
               action == HeaderControl::receive_and_pass;
    }
    bool forwards() const {
        return action == HeaderControl::pass || action == HeaderControl::receive_and_pass;
    }
};

/// What the router at `here` does with a message whose addresses that are left are
/// addresses[0..count-1], the active one first. Forwarded messages go towards the address that is
/// active then. At its source a message is forwarded, whatever its header says.
///
/// Protocol errors, with which a message ends: no address is left; control bits 00; the address
/// after the served one is `here` again.
HeaderStep header_step(HeaderKind kind, topo::NodeId here, const HeaderAddress* addresses,
                       std::size_t count);

}  // namespace flitscope::tl
