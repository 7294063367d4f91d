#pragma once

#include "topologies/hypercube.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Crosses any differing dimension of a hypercube, in VC class 0 at even hops and 1 at odd ones.
/// Says nothing about what it depends on, and has no Verilog.
class Zigzag : public RoutingFunction {
public:
    std::string algorithm() const override { return "zigzag"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::random; }
    int vc_classes() const override { return 2; }
};

RoutingEntry zigzag_entry();

}  // namespace flitscope::topo
