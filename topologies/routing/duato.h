#pragma once

#include <memory>

#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Adaptive routing with an escape (Duato 1993): every minimal path, by load, in adaptive VCs. A
/// head that finds none of these free at the port that it chose continues by a deterministic
/// routing, which alone uses the other VCs. Cycles among the adaptive VCs do no harm, because every
/// adaptive VC has an exit into channels whose dependencies are acyclic.
class Duato : public RoutingFunction {
public:
    /// `adaptive`: the candidates; they depend only on node and destination, and their VC classes
    /// are ignored. `escape`: as RoutingFunction::escape requires.
    Duato(std::unique_ptr<RoutingFunction> adaptive, std::unique_ptr<RoutingFunction> escape)
        : adaptive_(std::move(adaptive)), escape_(std::move(escape)) {}

    std::string algorithm() const override { return "duato"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override { return RouteSelection::shortest_queue; }
    int vc_classes() const override { return 1 + escape_->vc_classes(); }
    RouteDependence dependence() const override { return {false, false, false}; }
    const RoutingFunction* escape() const override { return escape_.get(); }

private:
    std::unique_ptr<RoutingFunction> adaptive_;
    std::unique_ptr<RoutingFunction> escape_;
};

/// On cubes with e-cube as the escape, on meshes and tori with dimension order.
RoutingEntry duato_entry();

}  // namespace flitscope::topo
