#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Mesh of any number of dimensions: nodes that differ by 1 in one coordinate are linked.
///
/// Node id = x + Nx*(y + Ny*(z + ...)) for `size: [Nx, Ny, Nz, ...]`. Port 2*i is +dimension i,
/// port 2*i+1 is -dimension i; at a border the port exists but is not connected. Link classes
/// "dimension i". Stored are the sizes only.
class Mesh : public Topology {
public:
    static constexpr int kMaxDimensions = 16;
    static constexpr std::int64_t kMaxNodes = std::int64_t{1} << 30;

    /// Throws OptionError ("size"): no or more than kMaxDimensions sizes, a size below 1, more than
    /// kMaxNodes nodes.
    explicit Mesh(const std::vector<std::int64_t>& size);

    int dimensions() const { return static_cast<int>(axes_.size()); }
    int size(int dimension) const { return axis(dimension).size; }
    int coordinate(NodeId node, int dimension) const {
        return node / axis(dimension).stride % axis(dimension).size;
    }

    std::string kind() const override { return "mesh"; }
    NodeId nodes() const override { return nodes_; }
    PortId ports(NodeId /*node*/) const override { return 2 * dimensions(); }
    PortPeer peer(NodeId node, PortId port) const override;
    std::vector<std::string> link_classes() const override;
    int link_class(NodeId /*node*/, PortId port) const override { return port / 2; }
    int distance(NodeId from, NodeId to) const override;
    std::vector<int> coordinates(NodeId node) const override;
    NodeId node_at(const std::vector<int>& coordinates) const override;
    std::string node_name(NodeId node) const override;  ///< "(x,y,z)"
    /// With the sizes k1 >= k2 >= ...: the sum of k(i+1)*k(i+2)*... over i = 1..e, e the first even
    /// size, or the last one if all are odd (Efe and Feng: A proof for bisection width of grids,
    /// 2007).
    std::int64_t bisection() const override;
    /// Diameter: sum of N_i - 1. Mean: N/(N-1) * sum of (N_i^2 - 1) / (3 N_i).
    std::optional<DistanceSummary> distance_summary() const override;

private:
    struct Axis {
        NodeId size = 1;
        NodeId stride = 1;  ///< id difference of neighbours
    };
    const Axis& axis(int dimension) const { return axes_[static_cast<std::size_t>(dimension)]; }

    std::vector<Axis> axes_;
    NodeId nodes_ = 1;
};

TopologyEntry mesh_entry();

}  // namespace flitscope::topo
