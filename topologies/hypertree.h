#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Hypertree (after Goodman and Sequin 1981): a complete binary tree, and for each node except the
/// root one link to a node of the same level.
///
/// Labels: root 1, children of x are 2x and 2x + 1; node id = label - 1. `levels` counts the root's
/// level: 2^levels - 1 nodes. The link within level l (root: 0) joins the labels that differ in the
/// bit at depth z below the leading one, z = number of trailing zeros of l - 1 (0 at level 1):
/// depths 0, 0, 1, 0, 2, 0, 1, .... Own choice, because the literature has several: nodes that
/// differ in a high bit are the farthest apart in the tree, so every other level crosses between
/// the two halves, every fourth between quarters, and so on. Up to six levels no other choice has a
/// lower mean distance.
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
    NodeId routers() const override { return (NodeId{1} << levels_) - 1; }
    PortId ports(NodeId /*node*/) const override { return 4; }
    PortPeer peer(NodeId node, PortId port) const override;
    std::vector<std::string> link_classes() const override { return {"tree", "level"}; }
    int link_class(NodeId /*node*/, PortId port) const override { return port == 3 ? 1 : 0; }
    /// Flipping one bit position of all labels below it is a symmetry: the nodes of a level are
    /// alike.
    std::vector<RouterOrbit> orbits() const override;

private:
    int levels_;
};

TopologyEntry hypertree_entry();

}  // namespace flitscope::topo
