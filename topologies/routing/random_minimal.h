#pragma once

#include "topologies/hypercube.h"
#include "topologies/routing/negative_hops.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Random minimal routing on hypercubes: at every hop any differing dimension, all alike.
///
/// With one VC class its channel dependencies are cyclic for n >= 2. It asks for floor(n/2) + 1
/// classes, the class being the number of earlier hops out of odd-parity nodes (negative_hops.h).
class RandomMinimal : public RoutingFunction {
public:
    explicit RandomMinimal(const Hypercube& cube) : dimensions_(cube.dimensions()) {}

    std::string algorithm() const override { return "random_minimal"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::random; }
    int vc_classes() const override { return odd_hop_classes(dimensions_); }
    RouteDependence dependence() const override { return {false, false, true}; }

private:
    int dimensions_;
};

RoutingEntry random_minimal_entry();

}  // namespace flitscope::topo
