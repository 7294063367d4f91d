#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Hierarchical cubic network HCN(n, n) (Ghose and Desai): 2^n clusters that are n-cubes, and one
/// external link per node. Node (I, J), J inside cluster I, is joined to (J, I); where I = J, to
/// (~I, ~I) by a diameter link.
///
/// Node id = I * 2^n + J. Port i < n crosses dimension i of the cluster, port n is external. Link
/// classes "local", "nonlocal", "diameter". Only n is stored.
class HierarchicalCubic : public Topology {
public:
    static constexpr int kMaxDimensions = 12;

    /// Throws OptionError ("dimensions") outside 1..kMaxDimensions.
    explicit HierarchicalCubic(int dimensions);

    int dimensions() const { return n_; }
    NodeId cluster(NodeId node) const { return node >> n_; }         ///< I
    NodeId local(NodeId node) const { return node & (size() - 1); }  ///< J
    NodeId node(NodeId cluster, NodeId local) const { return (cluster << n_) | local; }

    std::string kind() const override { return "hierarchical_cubic"; }
    NodeId routers() const override { return NodeId{1} << (2 * n_); }
    PortId ports(NodeId /*node*/) const override { return n_ + 1; }
    PortPeer peer(NodeId node, PortId port) const override;
    std::vector<std::string> link_classes() const override {
        return {"local", "nonlocal", "diameter"};
    }
    int link_class(NodeId node, PortId port) const override;
    RouterId routers_per_group() const override { return size(); }  ///< of a cluster
    /// 2^(2n-2): between clusters that differ in the parity of two bits, which no diameter link
    /// joins; 2 for the four nodes of n = 1.
    std::int64_t bisection() const override;
    /// (I, J) -> (I ^ a, J ^ a) is a symmetry: one orbit for every I ^ J.
    std::vector<RouterOrbit> orbits() const override;

private:
    NodeId size() const { return NodeId{1} << n_; }  ///< nodes of a cluster, and clusters

    int n_;
};

TopologyEntry hierarchical_cubic_entry();

}  // namespace flitscope::topo
