#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/flit_header.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::rtl {

/// "10": the bits, high one first.
std::string control_bits(Control control);

/// Header of a multicast message: a coded path (CPR), or a destination list, whose control fields
/// are all `pass`. tlm/headers/header_bits.h converts it to and from bits.
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
    /// Addresses of the longest header; no message has more. 0: any number. Level verilog needs it
    /// if all addresses are in one flit.
    int longest = 0;

    bool used() const { return !routings.empty(); }
    /// Number of header entries before those of flit `index`.
    std::uint32_t entries_before(std::uint32_t index) const {
        return index * static_cast<std::uint32_t>(addresses_per_flit);
    }
    /// Entries of a header flit in hardware; 0: not known.
    int entries() const { return addresses_per_flit == 0 ? longest : addresses_per_flit; }
    /// H, the number of flits that hold a header of so many addresses; at least one.
    std::uint32_t flits_of(std::size_t addresses) const {
        const auto per_flit = static_cast<std::size_t>(addresses_per_flit);
        return per_flit == 0 ? 1
                             : static_cast<std::uint32_t>((addresses + per_flit - 1) / per_flit);
    }
};

/// The action of a router on a message, derived from its leading header flit.
struct HeaderAction {
    bool receive = false;  ///< the branch absorb
    bool forward = false;  ///< the branch forward
    bool drop = false;     ///< the leading flit goes no further, the next one leads; no branch
                           ///< forward yet
    bool error = false;    ///< protocol error: received, and not delivered
    topo::NodeId towards = topo::kNoNode;  ///< with `forward`
    std::uint32_t served = 0;              ///< entries that are invalid from here on, of those
                                           ///< that were asked for

    bool stops() const { return !forward && !drop; }
    /// As bits.
    Control control() const {
        return stops() ? Control::stop : receive ? Control::receive : Control::pass;
    }
};

/// Header fields of flit `index` of the message; null: not a header flit.
SharedValue<FlitHeader> flit_header(const Header& header, const HeaderParameters& parameters,
                                    std::uint32_t index);

/// The action at node `here` for a leading flit whose first `served` entries are invalid when it
/// arrives. `injected`: it arrives at an injection input.
HeaderAction header_action(const FlitHeader& leading, std::uint32_t served, topo::NodeId here,
                           topo::NodeId nodes, bool injected);
/// The same for a whole header. `served` counts all its entries, also in the result; `leading`: the
/// number of the leading flit.
HeaderAction header_action(const Header& header, const HeaderParameters& parameters,
                           std::uint32_t served, std::uint32_t leading, topo::NodeId here,
                           topo::NodeId nodes, bool injected);

}  // namespace flitscope::rtl
