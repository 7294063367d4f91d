#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Binary n-cube. Node id = address; port i crosses dimension i (bit i of the address, counted from
/// 0), so both ends of a link use the same port number. Link classes "dimension i". Only n is
/// stored.
class Hypercube : public Topology {
public:
    static constexpr int kMaxDimensions = 26;

    /// Throws OptionError ("dimensions") outside 1..kMaxDimensions.
    explicit Hypercube(int dimensions);

    int dimensions() const { return dimensions_; }

    std::string kind() const override { return "hypercube"; }
    NodeId routers() const override { return NodeId{1} << dimensions_; }
    PortId ports(NodeId /*node*/) const override { return dimensions_; }
    PortPeer peer(NodeId node, PortId port) const override {
        return {node ^ (NodeId{1} << port), port};
    }
    std::vector<std::string> link_classes() const override;
    int link_class(NodeId /*node*/, PortId port) const override { return port; }
    int distance(NodeId from, NodeId to) const override;
    /// 2^(n-1): the links of one dimension.
    std::int64_t bisection() const override { return std::int64_t{1} << (dimensions_ - 1); }
    /// Diameter n, mean n*2^(n-1) / (2^n - 1).
    std::optional<DistanceSummary> distance_summary() const override;
    std::vector<RouterOrbit> orbits() const override { return {{0, routers()}}; }

private:
    int dimensions_;
};

TopologyEntry hypercube_entry();

}  // namespace flitscope::topo
