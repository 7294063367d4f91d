#pragma once

#include "topologies/grid.h"
#include "topologies/registry.h"

namespace flitscope::topo {

/// Torus of any number of dimensions: a ring of N_i nodes along every dimension, N_i >= 3.
class Torus : public Grid {
public:
    /// Throws OptionError ("size") as Grid does, for a size below 3: two nodes would have two links
    /// between them.
    explicit Torus(const std::vector<std::int64_t>& size) : Grid("torus", size, 3) {}

    std::string kind() const override { return "torus"; }
    PortPeer peer(NodeId node, PortId port) const override;
    int distance(NodeId from, NodeId to) const override;
    /// 2N / k, k the largest size, if that is even; not known otherwise.
    std::int64_t bisection() const override;
    /// Diameter: sum of floor(N_i / 2). Mean: N/(N-1) * sum of floor(N_i^2 / 4) / N_i.
    std::optional<DistanceSummary> distance_summary() const override;
    /// All nodes are equivalent.
    std::vector<RouterOrbit> orbits() const override { return {{0, routers()}}; }
};

TopologyEntry torus_entry();

}  // namespace flitscope::topo
