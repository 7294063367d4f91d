#pragma once

#include <vector>

#include "topologies/topology.h"

namespace flitscope::tb {

/// The first node of every group of the topology, and the number of nodes behind them.
inline std::vector<topo::NodeId> group_starts(const topo::Topology& topology) {
    std::vector<topo::NodeId> starts;
    for (topo::RouterId first = 0; first < topology.routers();
         first += topology.routers_per_group()) {
        starts.push_back(topology.first_node(first));
    }
    starts.push_back(topology.nodes());
    return starts;
}

}  // namespace flitscope::tb
