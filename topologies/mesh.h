#pragma once

#include "topologies/grid.h"
#include "topologies/registry.h"

namespace flitscope::topo {

/// Mesh of any number of dimensions: nodes that differ by 1 in one coordinate are linked. At a
/// border the port exists but is not connected.
class Mesh : public SteppedGrid {
public:
    /// Throws OptionError ("size") as Grid does, for a size below 1.
    explicit Mesh(const std::vector<std::int64_t>& size) : Mesh("mesh", size) {}

    std::string kind() const override { return "mesh"; }
    PortPeer peer(NodeId node, PortId port) const override;
    static PortId step(int from, int to, int dimension) {
        return 2 * dimension + (to < from ? 1 : 0);
    }
    PortId towards(RouterId /*here*/, int from, int to, int dimension) const override {
        return step(from, to, dimension);
    }
    int distance(NodeId from, NodeId to) const override;
    /// With the sizes k1 >= k2 >= ...: the sum of k(i+1)*k(i+2)*... over i = 1..e, e the first even
    /// size, or the last one if all are odd (Efe and Feng: A proof for bisection width of grids,
    /// 2007).
    std::int64_t bisection() const override;
    /// Diameter: sum of N_i - 1. Mean: N/(N-1) * sum of (N_i^2 - 1) / (3 N_i).
    std::optional<DistanceSummary> distance_summary() const override;

protected:
    /// For meshes of another kind.
    Mesh(const std::string& kind, const std::vector<std::int64_t>& size)
        : SteppedGrid(kind, size, 1) {}
};

TopologyEntry mesh_entry();

}  // namespace flitscope::topo
