#pragma once

#include <string>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// Routers with coordinates in any number of dimensions: the common part of meshes, tori and
/// flattened butterflies.
///
/// Router id = x + Nx*(y + Ny*(z + ...)) for `size: [Nx, Ny, Nz, ...]`. Where a network has no
/// other ports, port 2*i is +dimension i and port 2*i+1 is -dimension i. Link classes "dimension
/// i". Only the sizes are stored.
class Grid : public Topology {
public:
    static constexpr int kMaxDimensions = 16;
    static constexpr std::int64_t kMaxNodes = std::int64_t{1} << 30;

    int dimensions() const { return static_cast<int>(axes_.size()); }
    int size(int dimension) const { return axis(dimension).size; }
    int coordinate(NodeId node, int dimension) const {
        return node / axis(dimension).stride % axis(dimension).size;
    }

    NodeId routers() const override { return nodes_; }
    PortId ports(NodeId /*node*/) const override { return 2 * dimensions(); }
    std::vector<std::string> link_classes() const override;
    int link_class(NodeId /*node*/, PortId port) const override { return port / 2; }
    std::vector<int> coordinates(NodeId node) const override;
    NodeId router_at(const std::vector<int>& coordinates) const override;
    std::string router_name(NodeId node) const override;  ///< "(x,y,z)"

protected:
    struct Axis {
        NodeId size = 1;
        NodeId stride = 1;  ///< id difference of neighbours
    };

    /// Throws OptionError ("size"): no or more than kMaxDimensions sizes, a size below `least`,
    /// more than kMaxNodes nodes.
    Grid(const std::string& kind, const std::vector<std::int64_t>& size, int least);

    const Axis& axis(int dimension) const { return axes_[static_cast<std::size_t>(dimension)]; }
    const std::vector<Axis>& axes() const { return axes_; }

private:
    std::vector<Axis> axes_;
    NodeId nodes_ = 1;
};

/// A grid in which one port leads on in each dimension, whatever the other coordinates: what
/// routing in dimension order needs.
class SteppedGrid : public Grid {
public:
    /// The port for the next hop along this dimension to the coordinate `to`, which is another one
    /// than `from`, that of `here`.
    virtual PortId towards(RouterId here, int from, int to, int dimension) const = 0;

protected:
    using Grid::Grid;
};

}  // namespace flitscope::topo
