#pragma once

#include <memory>
#include <vector>

#include "topologies/live_graph.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

/// A routing function in a network whose nodes and links fail (docs/recovery_and_faults.md, section
/// 2): the candidates of another one that are alive. There may be none; a deterministic answer then
/// has port -1. Pure as long as the graph of live elements does not change.
class LiveRouting final : public RoutingFunction {
public:
    /// Everything is alive at first. Both arguments outlive it.
    LiveRouting(const Topology& topology, const RoutingFunction& healthy);
    LiveRouting(const LiveRouting&) = delete;  // the escape looks at it
    LiveRouting& operator=(const LiveRouting&) = delete;

    const LiveGraph& graph() const { return graph_; }
    /// The routing function while everything is alive.
    const RoutingFunction& healthy() const { return *healthy_; }
    /// Changes the graph of live elements by `change`. Routing functions that take faults into
    /// account are rebuilt.
    template <typename Change>
    void change(Change change) {
        change(graph_);
        remade_ = graph_.all_alive() ? nullptr : healthy_->remade(graph_);
    }

    std::string algorithm() const override { return healthy_->algorithm(); }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    RouteSelection selection() const override { return healthy_->selection(); }
    int hops(const RouteQuery& query) const override { return healthy_->hops(query); }
    int vc_classes() const override { return healthy_->vc_classes(); }
    /// The answer of the other routing function; no route if its channel is dead.
    const RoutingFunction* escape() const override { return escape_.get(); }
    RouteDependence dependence() const override { return healthy_->dependence(); }
    std::vector<RouteLeg> legs() const override { return healthy_->legs(); }
    std::vector<int> settings() const override { return healthy_->settings(); }
    /// The RTL does not compute routes that may be dead; it uses tables.
    bool in_verilog() const override { return false; }

private:
    const RoutingFunction& now() const { return remade_ ? *remade_ : *healthy_; }

    const RoutingFunction* healthy_;
    LiveGraph graph_;
    std::unique_ptr<RoutingFunction> remade_;  ///< null: healthy() goes on as it is
    std::unique_ptr<RoutingFunction> escape_;  ///< null: healthy() has none
};

}  // namespace flitscope::topo
