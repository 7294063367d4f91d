#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Hypertree (after Goodman and Sequin 1981): a complete binary tree, and one link per node between
/// nodes of the same level.
///
/// Labels: root 1, children of x are 2x and 2x + 1; node id = label - 1. The same-level link joins
/// the labels that differ in the highest bit below the leading one: a node is joined to its
/// counterpart in the other half of its level (4-6, 5-7, 8-12, ...). `levels` counts the root's
/// level: 2^levels - 1 nodes.
///
/// Ports: 0 parent, 1 left child (2x), 2 right child (2x + 1), 3 same level. Link classes "tree",
/// "level".
class Hypertree : public Topology {
public:
    static constexpr int kMaxLevels = 20;

    /// Throws OptionError ("levels") outside 2..kMaxLevels.
    explicit Hypertree(std::int64_t levels);

    int levels() const { return levels_; }

    std::string kind() const override { return "hypertree"; }
    NodeId nodes() const override { return (NodeId{1} << levels_) - 1; }
    PortId ports(NodeId /*node*/) const override { return 4; }
    PortPeer peer(NodeId node, PortId port) const override;
    std::vector<std::string> link_classes() const override { return {"tree", "level"}; }
    int link_class(NodeId /*node*/, PortId port) const override { return port == 3 ? 1 : 0; }
    /// Swapping the two halves of the tree is a symmetry.
    std::vector<NodeOrbit> orbits() const override;

private:
    int levels_;
};

TopologyEntry hypertree_entry();

}  // namespace flitscope::topo
