#pragma once

#include <memory>

#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// UGAL (docs/router.md, section 12): the source router decides between a minimal way and a detour
/// by their loads.
class Ugal : public RoutingFunction {
public:
    /// `minimal` and `detour` have one candidate; `minimal` ignores the salt. VC class c of
    /// `minimal` is class first_class + c of the whole, those of `detour` keep their number. So
    /// loads tell the two ways apart where they begin with the same channel. If `detour` has legs,
    /// `minimal` is its last one.
    Ugal(const Topology& topology, std::unique_ptr<RoutingFunction> minimal, int first_class,
         std::unique_ptr<RoutingFunction> detour);

    std::string algorithm() const override { return "ugal"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteCandidate only_candidate(const RouteQuery& query) const override {
        return way(query, query.detour);
    }
    RouteSelection selection() const override { return RouteSelection::ugal; }
    int hops(const RouteQuery& query) const override;
    int vc_classes() const override;
    RouteDependence dependence() const override;
    std::vector<RouteLeg> legs() const override { return detour_->legs(); }

private:
    RouteCandidate way(const RouteQuery& query, bool detour) const;

    const Topology* topology_;
    std::unique_ptr<RoutingFunction> minimal_;
    int first_class_;
    std::unique_ptr<RoutingFunction> detour_;
};

/// Between `minimal` and `valiant` on dragonflies; else between e-cube or dimension order and
/// `valiant`.
RoutingEntry ugal_entry();

}  // namespace flitscope::topo
