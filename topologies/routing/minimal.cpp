#include "topologies/routing/minimal.h"

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

RouteCandidate DragonflyMinimal::only_candidate(const RouteQuery& query) const {
    const RouterId there = network_->group(query.destination);
    return network_->group(query.here) == there
               ? RouteCandidate{network_->port_in_group(query.here, query.destination), 1}
               : RouteCandidate{network_->port_to_group(query.here, there), 0};
}

RoutingEntry minimal_entry() {
    return {"minimal", {}, [](const Topology& topology, const Options& /*options*/) {
                return std::make_unique<DragonflyMinimal>(
                    fitting_topology<Dragonfly>(topology, "algorithm", "minimal", "dragonfly"));
            }};
}

}  // namespace flitscope::topo
