#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Bidirectional ring of n >= 3 nodes. Port 0 leads to node + 1, port 1 to node - 1, modulo n. Link
/// class "ring".
class Ring : public Topology {
public:
    static constexpr std::int64_t kMaxNodes = std::int64_t{1} << 30;

    /// Throws OptionError ("nodes") outside 3..kMaxNodes.
    explicit Ring(std::int64_t nodes);

    std::string kind() const override { return "ring"; }
    NodeId routers() const override { return nodes_; }
    PortId ports(NodeId /*node*/) const override { return 2; }
    PortPeer peer(NodeId node, PortId port) const override;
    std::vector<std::string> link_classes() const override { return {"ring"}; }
    int link_class(NodeId /*node*/, PortId /*port*/) const override { return 0; }
    int distance(NodeId from, NodeId to) const override;
    std::int64_t bisection() const override { return 2; }
    /// Diameter floor(n/2), mean (n^2/4)/(n-1) for even, (n+1)/4 for odd n.
    std::optional<DistanceSummary> distance_summary() const override;
    std::vector<RouterOrbit> orbits() const override { return {{0, nodes_}}; }

private:
    NodeId nodes_;
};

TopologyEntry ring_entry();

}  // namespace flitscope::topo
