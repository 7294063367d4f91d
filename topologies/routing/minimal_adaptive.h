#pragma once

#include "topologies/mesh.h"
#include "topologies/routing/hop_classes.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Minimal adaptive routing on meshes and flattened butterflies: at every hop the less loaded of
/// the productive directions.
///
/// With one VC class its channel dependencies are cyclic. It needs floor(diameter/2) + 1 classes,
/// where the class is the number of earlier hops out of routers whose coordinates have an odd sum;
/// or, counting all hops, as many classes as the diameter (hop_classes.h). Links of flattened
/// butterflies join routers of the same parity, too, so there all hops count.
class MinimalAdaptive : public RoutingFunction {
public:
    explicit MinimalAdaptive(const SteppedGrid& grid, HopClasses counted = HopClasses::negative)
        : grid_(&grid), counted_(counted) {}

    std::string algorithm() const override { return "minimal_adaptive"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::shortest_queue; }
    int vc_classes() const override;
    RouteDependence dependence() const override { return {false, false, true}; }

private:
    const SteppedGrid* grid_;
    HopClasses counted_;
};

/// Option `hop_classes: negative | positive`, default negative, on flattened butterflies positive.
RoutingEntry minimal_adaptive_entry();

}  // namespace flitscope::topo
