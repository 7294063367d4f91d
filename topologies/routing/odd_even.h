#pragma once

#include "topologies/mesh.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Odd-even routing on two-dimensional meshes (Chiu: The odd-even turn model, 2000): no message
/// turns from east to north or south in an even column, or from north or south to west in an odd
/// one. Of the minimal directions that remain it takes the less loaded one. Deadlock-free with one
/// VC class.
class OddEven : public RoutingFunction {
public:
    explicit OddEven(const Mesh& mesh) : mesh_(&mesh) {}

    std::string algorithm() const override { return "odd_even"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::shortest_queue; }
    RouteDependence dependence() const override { return {false, true, false}; }
    /// Their column.
    NodeId source_group(NodeId source) const override { return mesh_->coordinate(source, 0); }

private:
    const Mesh* mesh_;
};

RoutingEntry odd_even_entry();

}  // namespace flitscope::topo
