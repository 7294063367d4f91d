#pragma once

#include <cstdint>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::analytic {

/// A full-duplex link.
struct Edge {
    topo::NodeId a = 0;
    topo::NodeId b = 0;
};

/// Every link of a topology once, in order of (node, port) of its lower end.
std::vector<Edge> edges_of(const topo::Topology& topology);

/// Size of the largest connected component of working nodes. `node_works[v]`, `edge_works[i]`: not
/// 0 when the element itself works; an edge also needs both its ends.
int largest_component(const std::vector<Edge>& edges, const std::vector<char>& node_works,
                      const std::vector<char>& edge_works);

/// Finds when the largest component of working nodes drops below a size, given when each element
/// dies. Keeps its work space; one object per thread.
class ComponentLifetime {
public:
    /// task_nodes 1..nodes. Keeps a reference to `edges`.
    ComponentLifetime(const std::vector<Edge>& edges, int nodes, int task_nodes);

    /// T_I: the largest component has at least `task_nodes` nodes exactly at the times before T_I.
    /// As it never grows, T_I is found by adding the edges in order of decreasing death time: the
    /// one that completes a component of that size is the last to die. `node_death` [node],
    /// `edge_death` [edge]; infinite where an element never fails.
    double operator()(const std::vector<double>& node_death, const std::vector<double>& edge_death);

private:
    struct DeathOfEdge {
        double time;
        std::int32_t edge;
    };

    const std::vector<Edge>& edges_;
    int task_nodes_;
    std::vector<DeathOfEdge> deaths_;
    std::vector<std::int32_t> parent_;  ///< or minus the size, at a root
};

}  // namespace flitscope::analytic
