#pragma once

#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// Neighbours of every node, once per link.
using Neighbours = std::vector<std::vector<NodeId>>;
Neighbours neighbours_of(const Topology& topology);

/// Nodes in the order of a breadth-first search, and their hops from its start; -1: not reached.
struct GraphSearch {
    std::vector<NodeId> order;
    std::vector<int> hops;
};
GraphSearch search_from(const Neighbours& neighbours, NodeId start);

}  // namespace flitscope::topo
