#pragma once

#include "topologies/dragonfly.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Minimal routing on dragonflies (Kim, Dally, Scott and Abts 2008): to the router of the own group
/// that is linked to the group of the destination, over that link, and to the destination; at most
/// three hops. It never takes two global links, where those are a hop less.
///
/// VC classes   0 towards the group of the destination, 1 in that.
class DragonflyMinimal : public DeterministicRouting {
public:
    explicit DragonflyMinimal(const Dragonfly& network) : network_(&network) {}

    std::string algorithm() const override { return "minimal"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    int vc_classes() const override { return 2; }
    RouteDependence dependence() const override {
        return {false, false, false, {0}, 1, network_->routers_per_group()};
    }

private:
    const Dragonfly* network_;
};

/// On dragonflies.
RoutingEntry minimal_entry();

}  // namespace flitscope::topo
