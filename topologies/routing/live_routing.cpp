#include "topologies/routing/live_routing.h"

#include <algorithm>

namespace flitscope::topo {

namespace {

bool leads_on(const LiveGraph& graph, NodeId here, const RouteCandidate& candidate) {
    return candidate.port >= 0 && graph.alive(here, candidate.port);
}

RouteCandidate if_alive(const LiveGraph& graph, NodeId here, const RouteCandidate& only) {
    return leads_on(graph, here, only) ? only : RouteCandidate{-1, 0};
}

/// The channels of an escape that are alive.
class LiveEscape final : public RoutingFunction {
public:
    LiveEscape(const RoutingFunction& healthy, const LiveGraph& graph)
        : healthy_(&healthy), graph_(&graph) {}

    std::string algorithm() const override { return healthy_->algorithm(); }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override {
        if (const RouteCandidate only = only_candidate(query); only.port >= 0) {
            out.push_back(only);
        }
    }
    RouteCandidate only_candidate(const RouteQuery& query) const override {
        return if_alive(*graph_, query.here, healthy_->only_candidate(query));
    }
    int vc_classes() const override { return healthy_->vc_classes(); }
    RouteDependence dependence() const override { return healthy_->dependence(); }

private:
    const RoutingFunction* healthy_;
    const LiveGraph* graph_;
};

}  // namespace

LiveRouting::LiveRouting(const Topology& topology, const RoutingFunction& healthy)
    : healthy_(&healthy),
      graph_(topology),
      escape_(healthy.escape() == nullptr
                  ? nullptr
                  : std::make_unique<LiveEscape>(*healthy.escape(), graph_)) {}

void LiveRouting::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    now().candidates(query, out);
    out.erase(std::remove_if(
                  out.begin() + first, out.end(),
                  [&](const RouteCandidate& each) { return !leads_on(graph_, query.here, each); }),
              out.end());
}

RouteCandidate LiveRouting::only_candidate(const RouteQuery& query) const {
    return if_alive(graph_, query.here, now().only_candidate(query));
}

}  // namespace flitscope::topo
