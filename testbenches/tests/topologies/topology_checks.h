#pragma once

#include "topologies/topology.h"

namespace flitscope::topo {

/// Every test of a topology calls this: links are symmetric and without loops and multiple links,
/// classes are in range, names read back, and whatever closed form the topology claims (distance,
/// diameter, mean, orbits; bisection up to 16 nodes) equals the exhaustive search. Up to some 1000
/// nodes.
void expect_consistent(const Topology& topology);

/// All distances from one node by an independent breadth-first search; -1: not reached.
std::vector<int> searched_distances(const Topology& topology, NodeId from);

/// Fewest links between two parts with as equal numbers of nodes as whole routers allow, by trying
/// all of them.
std::int64_t searched_bisection(const Topology& topology);

}  // namespace flitscope::topo
