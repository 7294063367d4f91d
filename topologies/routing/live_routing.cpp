#include "topologies/routing/live_routing.h"

#include <algorithm>

namespace flitscope::topo {

void LiveRouting::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    now().candidates(query, out);
    out.erase(
        std::remove_if(out.begin() + first, out.end(),
                       [&](const RouteCandidate& each) { return !leads_on(query.here, each); }),
        out.end());
}

RouteCandidate LiveRouting::only_candidate(const RouteQuery& query) const {
    const RouteCandidate only = now().only_candidate(query);
    return leads_on(query.here, only) ? only : RouteCandidate{-1, 0};
}

}  // namespace flitscope::topo
