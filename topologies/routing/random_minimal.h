#pragma once

#include "topologies/hypercube.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Random minimal routing on hypercubes: at every hop any differing dimension, all alike.
///
/// With one VC class its channel dependencies are cyclic for n >= 2. It asks for floor(n/2) + 1
/// classes, the class being the number of earlier hops out of odd-parity nodes: that number never
/// falls along a path, and within one class a hop out of an even node is followed at most by one
/// out of an odd node, so no cycle can close (Gopal 1985, negative hops on a two-coloured graph).
class RandomMinimal : public RoutingFunction {
public:
    explicit RandomMinimal(const Hypercube& cube) : dimensions_(cube.dimensions()) {}

    std::string algorithm() const override { return "random_minimal"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::random; }
    int vc_classes() const override { return dimensions_ / 2 + 1; }
    RouteDependence dependence() const override { return {false, false, true}; }

private:
    int dimensions_;
};

RoutingEntry random_minimal_entry();

}  // namespace flitscope::topo
