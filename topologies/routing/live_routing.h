#pragma once

#include <memory>
#include <vector>

#include "topologies/live_graph.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

/// A routing function in a network whose nodes and links fail (docs/recovery_and_faults.md, section
/// 2): the candidates of another one that are alive. There may be none; a deterministic answer
/// then has port -1. Pure as long as nobody changes what is alive.
class LiveRouting final : public RoutingFunction {
public:
    /// Nothing is dead. Both outlive it.
    LiveRouting(const Topology& topology, const RoutingFunction& healthy);
    LiveRouting(const LiveRouting&) = delete;  // the escape looks at it
    LiveRouting& operator=(const LiveRouting&) = delete;

    const LiveGraph& graph() const { return graph_; }
    /// What it is while nothing is dead.
    const RoutingFunction& healthy() const { return *healthy_; }
    /// Changes what is alive; `change` gets the graph. Routing functions that know of faults are
    /// made anew.
    template <typename Change>
    void change(Change change) {
        change(graph_);
        remade_ = graph_.all_alive() ? nullptr : healthy_->remade(graph_);
    }

    std::string algorithm() const override { return healthy_->algorithm(); }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    RouteSelection selection() const override { return healthy_->selection(); }
    int vc_classes() const override { return healthy_->vc_classes(); }
    /// Of the other one: no way where its channel is dead.
    const RoutingFunction* escape() const override { return escape_.get(); }
    RouteDependence dependence() const override { return healthy_->dependence(); }
    std::vector<RouteLeg> legs() const override { return healthy_->legs(); }
    std::vector<int> settings() const override { return healthy_->settings(); }
    /// The RTL computes no ways that may be dead: they are in its tables.
    bool in_verilog() const override { return false; }

private:
    const RoutingFunction& now() const { return remade_ ? *remade_ : *healthy_; }

    const RoutingFunction* healthy_;
    LiveGraph graph_;
    std::unique_ptr<RoutingFunction> remade_;  ///< null: healthy() goes on as it is
    std::unique_ptr<RoutingFunction> escape_;  ///< null: healthy() has none
};

}  // namespace flitscope::topo
