#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Two-level hierarchical hypercube (BH/BH networks; Dandamudi): 2^e clusters that are d-cubes; one
/// or two interface nodes of each cluster are joined to e-cubes, the level-2 networks; e = D - d.
///
/// Node id = cluster * 2^d + local. Port i < d crosses cluster dimension i; on interface nodes
/// only, port d+j crosses bit j of the cluster number. Interfaces: local 0 (level-2 network 0), and
/// with replication also local 2^d - 1 (network 1). Standby spares (SI) change neither graph nor
/// ids. Link classes "cluster" and "level2". Only the parameters are stored.
class HierarchicalHypercube : public Topology {
public:
    enum class Scheme { plain, replicated, standby_spare, replicated_standby };
    static constexpr int kMaxDimensions = 26;

    /// d = cluster_dimensions, D = dimensions. Throws OptionError for D outside 2..kMaxDimensions
    /// or d outside 1..D-1.
    HierarchicalHypercube(int cluster_dimensions, int dimensions, Scheme scheme);

    int cluster_dimensions() const { return d_; }
    int level2_dimensions() const { return e_; }
    Scheme scheme() const { return scheme_; }
    bool replicated() const {
        return scheme_ == Scheme::replicated || scheme_ == Scheme::replicated_standby;
    }
    NodeId cluster(NodeId node) const { return node >> d_; }
    NodeId local(NodeId node) const { return node & (cluster_size() - 1); }
    NodeId cluster_size() const { return NodeId{1} << d_; }
    /// The level-2 network of which this node is an interface: 0 or 1; -1: none.
    int interface_of(NodeId node) const;

    std::string kind() const override { return "hierarchical_hypercube"; }
    NodeId routers() const override { return NodeId{1} << (d_ + e_); }
    PortId ports(NodeId node) const override { return interface_of(node) < 0 ? d_ : d_ + e_; }
    PortPeer peer(NodeId node, PortId port) const override {
        // Port d+j crosses bit j of the cluster number, which is bit d+j of the node id.
        return {node ^ (NodeId{1} << port), port};
    }
    std::vector<std::string> link_classes() const override { return {"cluster", "level2"}; }
    int link_class(NodeId /*node*/, PortId port) const override { return port < d_ ? 0 : 1; }
    RouterId routers_per_group() const override { return cluster_size(); }
    /// Inside a cluster as in a cube; otherwise up to an interface, through its level-2 network,
    /// and down.
    int distance(NodeId from, NodeId to) const override;
    bool has_spare(NodeId node) const override;
    /// Links of level 2 only: the node opposite to the interface, with replication, where that is
    /// the other interface, the neighbour over dimension 0.
    NodeId own_node_spare(NodeId node, PortId port) const override;
    /// One dimension of each level-2 cube: 2^(e-1), twice that with replication.
    std::int64_t bisection() const override;
    /// Diameter D + d, with replication D. Mean as in the sums over all pairs.
    std::optional<DistanceSummary> distance_summary() const override;

private:
    int d_;
    int e_;
    Scheme scheme_;
};

TopologyEntry hierarchical_hypercube_entry();

}  // namespace flitscope::topo
