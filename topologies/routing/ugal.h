#pragma once

#include <memory>

#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// UGAL (docs/router.md, section 12): the source router decides between a minimal way and a detour
/// by their loads.
class Ugal : public RoutingFunction {
public:
    /// Both have one candidate, and `minimal` ignores the salt. The minimal way has the highest
    /// classes of the detour, those of its last leg. So loads tell the two ways apart where they
    /// begin with the same channel.
    Ugal(const Topology& topology, std::unique_ptr<RoutingFunction> minimal,
         std::unique_ptr<RoutingFunction> detour);

    std::string algorithm() const override { return "ugal"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteCandidate only_candidate(const RouteQuery& query) const override {
        return way(query, query.detour);
    }
    RouteSelection selection() const override { return RouteSelection::ugal; }
    int hops(const RouteQuery& query) const override;
    int vc_classes() const override { return detour_->vc_classes(); }
    RouteDependence dependence() const override;
    std::vector<RouteLeg> legs() const override { return detour_->legs(); }
    std::vector<int> settings() const override { return detour_->settings(); }

private:
    RouteCandidate way(const RouteQuery& query, bool detour) const;

    const Topology* topology_;
    std::unique_ptr<RoutingFunction> minimal_;
    std::unique_ptr<RoutingFunction> detour_;
    int first_class_;  ///< of the minimal way
};

/// Between `valiant` and, on dragonflies, `minimal`, else e-cube or dimension order.
RoutingEntry ugal_entry();

}  // namespace flitscope::topo
