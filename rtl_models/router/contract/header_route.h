#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// The next output of a multicast of a header routing at node `here` towards an address of its
/// header (docs/headers_and_branches.md, section 1, "Outputs"). `first_port`: at its source, if its
/// header names one, else -1.
inline topo::RouteCandidate header_route(const NetworkDescription& network, int routing,
                                         topo::PortId first_port, topo::NodeId here,
                                         topo::NodeId towards) {
    topo::RouteQuery query;
    query.here = here;
    query.destination = towards;
    topo::RouteCandidate way =
        network.headers.routings[static_cast<std::size_t>(routing)]->only_candidate(query);
    way.vc_class += first_vc_class(network, routing);
    if (first_port >= 0) {
        way.port = first_port;
    }
    return way;
}

/// Throws std::invalid_argument for a multicast that the network cannot take: no addresses, an
/// address that is not a node, the source as first address, more header flits than flits, or an
/// unknown header routing or first port. Routers check the control fields.
void check_header(const NetworkDescription& network, const Message& message);

/// Takes a row of a route table of the Verilog: its address and the entries, by network port.
using RowWriter = std::function<void(std::uint32_t address, const std::vector<std::uint8_t>& row)>;

/// Hands over the routes of all header routings in the table of an input of a router
/// (docs/multicast_units.md, "In Verilog").
void for_each_header_row(const NetworkDescription& network, topo::NodeId node, int input,
                         const RowWriter& write);

}  // namespace flitscope::rtl
