#pragma once

#include "topologies/hypercube.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Crosses differing dimensions of a hypercube in ascending order from a first one on, then from 0.
class RotatedEcube : public RoutingFunction {
public:
    /// `first` >= `dimensions` starts at their remainder.
    RotatedEcube(int dimensions, int first) : dimensions_(dimensions), first_(first) {}

    std::string algorithm() const override { return "rotated_ecube"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteDependence dependence() const override { return {false, false, false}; }
    std::vector<int> settings() const override { return {first_}; }

private:
    int dimensions_;
    int first_;
};

/// Option `first: dimension`, default 0.
RoutingEntry rotated_ecube_entry();

}  // namespace flitscope::topo
