#pragma once

#include "topologies/mesh.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// West-first routing on two-dimensional meshes (Glass and Ni: The turn model, 1992): a message
/// that has to go west (-x) does so first; all others take the less loaded of the productive
/// directions. Deadlock-free with one VC class: no turn into west is ever made.
class WestFirst : public RoutingFunction {
public:
    explicit WestFirst(const Mesh& mesh) : mesh_(&mesh) {}

    std::string algorithm() const override { return "west_first"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::shortest_queue; }
    RouteDependence dependence() const override { return {false, false, false}; }

private:
    const Mesh* mesh_;
};

RoutingEntry west_first_entry();

}  // namespace flitscope::topo
