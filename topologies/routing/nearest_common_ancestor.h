#pragma once

#include "topologies/fat_tree.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Routing in trees and fat trees: up until a router is above the destination, then down. In a fat
/// tree a message may take any of the k ways up from each level, and there is one way down. All
/// routes are shortest ones. Acyclic with one VC class, because no message goes up after it went
/// down.
class NearestCommonAncestor : public RoutingFunction {
public:
    /// Which way up: at random, with the least load, or number (s + d) mod k for digit l of this
    /// router (l, w) and of the destination's, so that a pair of routers has one route. (Own
    /// choice: with d alone all messages to a router would come down by one link.)
    enum class Up { salt, load, destination };

    NearestCommonAncestor(const FatTree& tree, Up up) : tree_(&tree), up_(up) {}

    std::string algorithm() const override { return "nearest_common_ancestor"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override;
    RouteDependence dependence() const override { return {false, false, false}; }

private:
    const FatTree* tree_;
    Up up_;
};

/// Option `up: salt | load | destination`, default salt.
RoutingEntry nearest_common_ancestor_entry();

}  // namespace flitscope::topo
