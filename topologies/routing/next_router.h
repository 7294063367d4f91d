#pragma once

#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

/// The query of the head at the other end of a channel, one hop further.
inline void arrive(const PortPeer& there, RouteQuery& query) {
    query.here = there.node;
    query.input_port = there.port;
    ++query.hop;
}

/// ... that it took at the router where it is.
inline void go_through(const Topology& topology, const RouteCandidate& taken, RouteQuery& query) {
    query.detour = taken.detour;
    arrive(topology.peer(query.here, taken.port), query);
}

/// ... that leads out of this port of the router where it is.
inline void go_through(const Topology& topology, PortId port, RouteQuery& query) {
    arrive(topology.peer(query.here, port), query);
}

}  // namespace flitscope::topo
