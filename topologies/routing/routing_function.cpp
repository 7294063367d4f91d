#include "topologies/routing/routing_function.h"

#include <algorithm>

namespace flitscope::topo {

void RoutingFunction::ways(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    candidates(query, out);
    if (escape() == nullptr) {
        return;
    }
    const RouteCandidate way = escape()->only_candidate(query);
    const RouteCandidate adaptive{way.port, 0};
    if (std::find(out.begin() + first, out.end(), adaptive) == out.end()) {
        out.push_back(adaptive);
    }
    out.push_back({way.port, 1 + way.vc_class});
}

RouteCandidate RoutingFunction::only_candidate(const RouteQuery& query) const {
    std::vector<RouteCandidate> all;
    candidates(query, all);
    return all.front();
}

}  // namespace flitscope::topo
