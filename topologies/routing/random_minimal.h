#pragma once

#include "topologies/hypercube.h"
#include "topologies/routing/hop_classes.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Random minimal routing on hypercubes: at every hop any differing dimension, with equal
/// probability.
///
/// With one VC class its channel dependencies are cyclic for n >= 2. It needs floor(n/2) + 1
/// classes, the class being the number of earlier hops out of odd-parity nodes, or, counting all
/// hops, for n (hop_classes.h).
class RandomMinimal : public RoutingFunction {
public:
    explicit RandomMinimal(const Hypercube& cube, HopClasses counted = HopClasses::negative)
        : dimensions_(cube.dimensions()), counted_(counted) {}

    std::string algorithm() const override { return "random_minimal"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::random; }
    int vc_classes() const override { return hop_class_count(counted_, dimensions_); }
    RouteDependence dependence() const override { return {false, false, true}; }

private:
    int dimensions_;
    HopClasses counted_;
};

/// Option `hop_classes: negative | positive`, default negative.
RoutingEntry random_minimal_entry();

}  // namespace flitscope::topo
