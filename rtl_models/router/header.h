#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "topologies/routing/routing_function.h"

namespace flitscope::rtl {

/// The control field (CF) of CPR, coded path routing: what a router does that is not addressed
/// (docs/headers_and_branches.md, section 1), or what one did; the values are the field's bits.
/// Source: Al-Dubai, Ould-Khaoua and Mackenzie, Towards a scalable broadcast in wormhole-switched
/// mesh networks, figure 1. The paper has one address and a router at the corner that rewrites the
/// bits; entries say the same, and every router decides by what it sees.
enum class Control : std::uint8_t {
    none = 0,    ///< 00: never in flight
    stop = 1,    ///< 01: receive, the message ends here
    pass = 2,    ///< 10: forward, receive nothing
    receive = 3  ///< 11: receive and forward
};

/// "10": the bits, high one first.
std::string control_bits(Control control);

/// An address and its control field: a leg of a coded path (CPR), or a destination of a list.
struct HeaderEntry {
    topo::NodeId address = 0;
    Control control = Control::pass;
};

/// Header of a multicast message: a coded path (CPR) or a destination list, of which all control
/// fields are `pass`. tlm/headers/header_bits.h makes bits of it and it of bits.
struct Header {
    std::vector<HeaderEntry> entries;  ///< in the order in which they are served, at least one
    int routing = 0;                   ///< index into HeaderParameters::routings
    topo::PortId first_port = -1;      ///< output at the source; -1: as the routing says
};

/// Of a network.
struct HeaderParameters {
    int addresses_per_flit = 0;  ///< 0: all of them in one
    /// Deterministic, by node and destination; without an escape. Empty: no multicast.
    std::vector<std::shared_ptr<const topo::RoutingFunction>> routings;
    /// Addresses of the longest header, and no message has more; 0: any number. Level verilog must
    /// know it where all of them are in one flit.
    int longest = 0;

    bool used() const { return !routings.empty(); }
    /// Of a header flit in hardware; 0: not known.
    int entries() const { return addresses_per_flit == 0 ? longest : addresses_per_flit; }
    /// H, the flits of a message that hold a header of so many addresses, at least one.
    std::uint32_t flits_of(std::size_t addresses) const {
        const auto per_flit = static_cast<std::size_t>(addresses_per_flit);
        return per_flit == 0 ? 1
                             : static_cast<std::uint32_t>((addresses + per_flit - 1) / per_flit);
    }
};

/// What a router does with a message by its leading header flit.
struct HeaderAction {
    bool receive = false;  ///< the branch absorb
    bool forward = false;  ///< the branch forward
    bool drop = false;     ///< the leading flit goes no further, the next one leads; no branch
                           ///< forward yet
    bool error = false;    ///< protocol error: received, and not delivered
    topo::NodeId towards = topo::kNoNode;  ///< with `forward`
    std::uint32_t served = 0;              ///< entries that are invalid from here on

    bool stops() const { return !forward && !drop; }
    /// As bits.
    Control control() const {
        return stops() ? Control::stop : receive ? Control::receive : Control::pass;
    }
};

/// The action at node `here`. `served`: entries that are invalid when the message comes, so that
/// the first valid one is entry `served`, in the leading flit if that has a valid one; `leading`:
/// the number of that flit. `injected`: it comes in by an injection input.
HeaderAction header_action(const Header& header, const HeaderParameters& parameters,
                           std::uint32_t served, std::uint32_t leading, topo::NodeId here,
                           topo::NodeId nodes, bool injected);

}  // namespace flitscope::rtl
