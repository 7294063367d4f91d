#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

std::unique_ptr<RoutingFunction> RoutingFunction::remade(const LiveGraph& /*alive*/) const {
    return nullptr;
}

RouteCandidate RoutingFunction::only_candidate(const RouteQuery& query) const {
    std::vector<RouteCandidate> all;
    candidates(query, all);
    return all.front();
}

}  // namespace flitscope::topo
