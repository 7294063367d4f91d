#pragma once

#include "topologies/hierarchical.h"

namespace flitscope::topo {

/// Two-level hierarchical hypercube (BH/BH networks; Dandamudi): 2^e clusters that are d-cubes, and
/// e-cubes as the top (level 2); e = D - d.
///
/// Node id = cluster * 2^d + local. Port i < d crosses cluster dimension i; on interface nodes
/// only, port d+j crosses bit j of the cluster number. Interfaces: local 0 (level-2 network 0), and
/// with replication also local 2^d - 1 (network 1). Standby spares (SI) change neither graph nor
/// ids. Link classes "cluster" and "level2". Only the parameters are stored.
class HierarchicalHypercube : public Hierarchical {
public:
    enum class Scheme { plain, replicated, standby_spare, replicated_standby };
    static constexpr int kMaxDimensions = 26;

    /// d = cluster_dimensions, D = dimensions. Throws OptionError for D outside 2..kMaxDimensions
    /// or d outside 1..D-1.
    HierarchicalHypercube(int cluster_dimensions, int dimensions, Scheme scheme);

    int cluster_dimensions() const { return d_; }
    int level2_dimensions() const { return e_; }
    Scheme scheme() const { return scheme_; }
    bool replicated() const { return interfaces().size() > 1; }

    std::string kind() const override { return "hierarchical_hypercube"; }
    std::vector<std::string> link_classes() const override { return {"cluster", "level2"}; }
    int link_class(NodeId /*node*/, PortId port) const override { return port < d_ ? 0 : 1; }
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
