#include "topologies/routing/ugal.h"

#include <algorithm>
#include <utility>

#include "topologies/routing/minimal.h"
#include "topologies/routing/next_router.h"
#include "topologies/routing/order_based.h"
#include "topologies/routing/valiant.h"

namespace flitscope::topo {

Ugal::Ugal(const Topology& topology, std::unique_ptr<RoutingFunction> minimal, int first_class,
           std::unique_ptr<RoutingFunction> detour)
    : topology_(&topology),
      minimal_(std::move(minimal)),
      first_class_(first_class),
      detour_(std::move(detour)) {}

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

int Ugal::vc_classes() const {
    return std::max(first_class_ + minimal_->vc_classes(), detour_->vc_classes());
}

RouteDependence Ugal::dependence() const {
    const RouteDependence minimal = minimal_->dependence();
    RouteDependence both = detour_->dependence();
    both.input_port |= minimal.input_port;
    both.source |= minimal.source;
    both.hop |= minimal.hop;
    return both;
}

RoutingEntry ugal_entry() {
    const auto build = [](const Topology& topology, std::unique_ptr<RoutingFunction> order) {
        const int classes = order->vc_classes();
        auto minimal = make_routing(order->algorithm(), topology, {});
        return std::make_unique<Ugal>(topology, std::move(minimal), classes,
                                      std::make_unique<Valiant>(topology, std::move(order)));
    };
    const auto over_order = order_based("ugal", "hypercube, mesh, torus, ring, dragonfly", build);
    return {"ugal",
            {},
            [over_order](const Topology& topology,
                         const Options& options) -> std::unique_ptr<RoutingFunction> {
                if (const auto* dragonfly = dynamic_cast<const Dragonfly*>(&topology)) {
                    return std::make_unique<Ugal>(topology,
                                                  std::make_unique<DragonflyMinimal>(*dragonfly), 1,
                                                  std::make_unique<DragonflyValiant>(*dragonfly));
                }
                return over_order(topology, options);
            }};
}

}  // namespace flitscope::topo
