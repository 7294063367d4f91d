#pragma once

#include "topologies/registry.h"

namespace flitscope::topo {

/// Routers on levels 0 (the lowest) to levels - 1, `radix` = k nodes at each router of level 0, k
/// subtrees under each router above it. A *fat tree* (k-ary n-tree, Petrini and Vanneschi 1997) has
/// k^l copies of the root of each subtree of l + 1 levels, so that every level has as many links as
/// there are nodes; a *tree* has one.
///
/// Router (l, w): w = copy + copies * subtree, subtree = the number of the lowest router below it
/// divided by k^l. In a fat tree w is a number of n - 1 digits in base k, and (l, w) and (l+1, w')
/// are linked if they differ at most in digit l. Ids ascend with (l, w); level 0 is first.
///
/// Ports: down to the subtrees 0..k-1, not on level 0; then up to the copies 0..k-1 (tree: 0), not
/// at the top. Link classes "level 1", ...: the level of the upper end.
class FatTree : public Topology {
public:
    static constexpr std::int64_t kMaxNodes = 1 << 20;
    enum class Shape { fat_tree, tree };

    /// Throws OptionError ("radix", "levels"): radix >= 2, levels >= 1, at most kMaxNodes nodes.
    FatTree(Shape shape, std::int64_t radix, std::int64_t levels);

    PortId radix() const { return radix_; }
    int levels() const { return static_cast<int>(tiers_.size()); }
    int level(RouterId router) const;
    /// The number of the subtree with its root on this level that a router of no higher level is
    /// in.
    RouterId subtree(RouterId router, int level) const;
    PortId first_up_port(RouterId router) const { return level(router) == 0 ? 0 : radix_; }

    std::string kind() const override { return shape_ == Shape::tree ? "tree" : "fat_tree"; }
    RouterId routers() const override { return routers_; }
    PortId ports(RouterId router) const override;
    PortPeer peer(RouterId router, PortId port) const override;
    std::vector<std::string> link_classes() const override;
    int link_class(RouterId router, PortId port) const override;
    std::string router_name(RouterId router) const override;
    int distance(RouterId from, RouterId to) const override;
    std::optional<DistanceSummary> distance_summary() const override;
    std::vector<RouterOrbit> orbits() const override;  ///< the routers of a level are alike
    /// In halves of the top router's subtrees; -1 for an odd radix.
    std::int64_t bisection() const override;

private:
    struct Tier {
        RouterId first;  ///< its router 0
        RouterId copies;
        RouterId width;  ///< routers of level 0 below each
    };

    RouterId copy(RouterId router) const {
        const Tier& tier = tiers_[static_cast<std::size_t>(level(router))];
        return (router - tier.first) % tier.copies;
    }

    Shape shape_;
    PortId radix_;
    PortId up_ports_;
    RouterId routers_ = 0;
    std::vector<Tier> tiers_;
};

TopologyEntry fat_tree_entry();
TopologyEntry tree_entry();

}  // namespace flitscope::topo
