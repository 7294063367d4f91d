#include "topologies/routing/ugal.h"

#include <utility>

#include "topologies/fitting_topology.h"
#include "topologies/routing/next_router.h"

namespace flitscope::topo {

Ugal::Ugal(const Topology& topology, std::unique_ptr<RoutingFunction> minimal,
           std::unique_ptr<RoutingFunction> detour)
    : topology_(&topology),
      minimal_(std::move(minimal)),
      detour_(std::move(detour)),
      first_class_(detour_->vc_classes() - minimal_->vc_classes()) {}

void Ugal::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    if (query.input_port >= 0) {
        out.push_back(only_candidate(query));
        return;
    }
    out.push_back(way(query, false));
    out.push_back(way(query, true));
}

RouteCandidate Ugal::way(const RouteQuery& query, bool detour) const {
    RouteCandidate taken = (detour ? detour_ : minimal_)->only_candidate(query);
    taken.vc_class += detour ? 0 : first_class_;
    taken.detour = detour;
    return taken;
}

int Ugal::hops(const RouteQuery& query) const {
    RouteQuery on_its_way = query;
    while (on_its_way.here != query.destination) {
        go_through(*topology_, only_candidate(on_its_way), on_its_way);
    }
    return on_its_way.hop - query.hop;
}

RouteDependence Ugal::dependence() const {
    const RouteDependence minimal = minimal_->dependence();
    RouteDependence both = detour_->dependence();
    both.input_port |= minimal.input_port;
    both.source |= minimal.source;
    both.hop |= minimal.hop;
    both.shift = both.shift == minimal.shift ? both.shift : 0;
    return both;
}

RoutingEntry ugal_entry() {
    return {"ugal", {}, [](const Topology& topology, const Options& /*options*/) {
                const char* const minimal = topology.kind() == "dragonfly"   ? "minimal"
                                            : topology.kind() == "hypercube" ? "ecube"
                                                                             : "dimension_order";
                try {
                    auto detour = make_routing("valiant", topology, {});
                    return std::make_unique<Ugal>(topology, make_routing(minimal, topology, {}),
                                                  std::move(detour));
                } catch (const OptionError&) {
                    throw does_not_fit(topology, "algorithm", "ugal",
                                       "what valiant and a minimal routing fit: hypercube, mesh, "
                                       "concentrated_mesh, torus, ring, flattened_butterfly, "
                                       "dragonfly");
                }
            }};
}

}  // namespace flitscope::topo
