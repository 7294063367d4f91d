#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Complete graph: every node is linked to every other one. The ports of a node lead to the other
/// nodes in ascending order. Link class "complete".
class Complete : public Topology {
public:
    static constexpr int kMaxNodes = 65536;

    /// Throws OptionError ("nodes") outside 2..kMaxNodes.
    explicit Complete(std::int64_t nodes);

    std::string kind() const override { return "complete"; }
    NodeId routers() const override { return nodes_; }
    PortId ports(NodeId /*node*/) const override { return nodes_ - 1; }
    PortPeer peer(NodeId node, PortId port) const override {
        return port < node ? PortPeer{port, node - 1} : PortPeer{port + 1, node};
    }
    std::vector<std::string> link_classes() const override { return {"complete"}; }
    int link_class(NodeId /*node*/, PortId /*port*/) const override { return 0; }
    int distance(NodeId from, NodeId to) const override { return from == to ? 0 : 1; }
    /// floor(n/2) * ceil(n/2).
    std::int64_t bisection() const override {
        return std::int64_t{nodes_ / 2} * (nodes_ - nodes_ / 2);
    }
    std::optional<DistanceSummary> distance_summary() const override {
        return DistanceSummary{1, 1.0};
    }
    std::vector<RouterOrbit> orbits() const override { return {{0, nodes_}}; }

private:
    NodeId nodes_;
};

TopologyEntry complete_entry();

}  // namespace flitscope::topo
