#pragma once

#include <vector>

#include "rtl_models/router/header.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tl {

/// The path of one message through the network.
struct HeaderWay {
    std::vector<topo::NodeId> path;     ///< source first
    std::vector<rtl::Control> actions;  ///< [i]: of the router at path[i + 1]

    std::size_t hops() const { return actions.size(); }
    /// Nodes that receive a copy, in the order of visits.
    std::vector<topo::NodeId> receivers() const;
};

/// Follows messages from router to router: applies rtl::header_action at each router, then takes
/// the first candidate of the routing function for a message with salt 0.
class HeaderWalk {
public:
    /// Keeps pointers to both.
    HeaderWalk(const topo::Topology& topology, const topo::RoutingFunction& routing)
        : topology_(&topology), routing_(&routing) {}

    /// The path of a message with this header. `first_hop`: the neighbour to which it leaves its
    /// source; kNoNode: as routed. The object owns the result, which is valid until the next call.
    /// Throws std::logic_error for a header that is a protocol error, leads nowhere, or leads in a
    /// cycle.
    const HeaderWay& follow(topo::NodeId from, topo::NodeId first_hop,
                            const rtl::HeaderEntry* entries, std::size_t count);

private:
    topo::PortPeer next(const topo::RouteQuery& query);

    const topo::Topology* topology_;
    const topo::RoutingFunction* routing_;
    std::vector<topo::RouteCandidate> candidates_;
    rtl::Header header_;
    HeaderWay way_;
};

}  // namespace flitscope::tl
