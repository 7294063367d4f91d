#pragma once

#include <algorithm>

#include "topologies/hierarchical.h"
#include "topologies/hierarchical_cubic.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Routing on clusters joined by a top network: inside a cluster as the routing of the clusters
/// says; otherwise *up* to an interface, over the *top* by a routing of its own, and *down* from
/// the same interface of the destination's cluster. Each of these legs is a path of its routing.
///
/// The source decides which of several interfaces a message takes: the closest one, or the one on
/// the shortest path. Of equally good ones it is the first from interface floor(m * salt / 65536)
/// on, m being the number of interfaces; after the last one comes the first.
///
/// VC classes   for up, and inside a cluster: those of the clusters' routing; for down, as many
///              others; on the top: those of its routing, from 0. Down has the classes of up if the
///              top does not have twice as many anyway, and there are no ways up, because all
///              routers are interfaces and the closest is taken, or there is one interface, and
///              dimension order on a mesh or hypercube in the clusters: no dependency leads from
///              the interface back to it.
class HierarchicalRoute : public RoutingFunction {
public:
    enum class Interface { closest, shortest };

    /// Throws OptionError ("cluster" or "top") for parts that cannot be a leg: those with legs or
    /// an escape of their own, and two that choose by different means.
    HierarchicalRoute(const Hierarchical& network, std::unique_ptr<RoutingFunction> cluster,
                      std::unique_ptr<RoutingFunction> top, Interface interface);

    std::string algorithm() const override { return "hierarchical"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    RouteSelection selection() const override;
    int vc_classes() const override {
        return std::max(down_ + cluster_->vc_classes(), top_->vc_classes());
    }
    RouteDependence dependence() const override;
    NodeId source_group(NodeId source) const override;

    /// The interface of a message that leaves its cluster, by its id there.
    RouterId interface_of(const RouteQuery& query) const;

private:
    /// The question to the routing of a leg.
    struct Leg {
        const RoutingFunction* routing;
        RouteQuery query;
        PortId first_port = 0;
        int first_class = 0;
    };
    Leg leg(const RouteQuery& query) const;

    const Hierarchical* network_;
    std::unique_ptr<RoutingFunction> cluster_;
    std::unique_ptr<RoutingFunction> top_;
    Interface interface_;
    bool hops_inside_;                    ///< the routing of the clusters counts hops
    bool hops_over_;                      ///< that of the top does
    int down_;                            ///< first VC class of the way down
    int salt_parts_ = 1;                  ///< equal parts of the salts that make a difference
    std::vector<std::vector<int>> hops_;  ///< [interface][router of the cluster], if several
};

/// The simple route on hierarchical cubic networks: (I, J) to (K, L), I != K, goes through cluster
/// I to (I, K), crosses to (K, I), and goes through cluster K. Lowest dimension first; diameter
/// links are not used. VC class 0 before the crossing, 1 after it.
class SimpleCubicRoute : public DeterministicRouting {
public:
    explicit SimpleCubicRoute(const HierarchicalCubic& network) : network_(&network) {}

    std::string algorithm() const override { return "hierarchical"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    int vc_classes() const override { return 2; }
    RouteDependence dependence() const override { return {false, true, false}; }

private:
    const HierarchicalCubic* network_;
};

/// Options: `interface: closest | shortest`, default closest; `cluster` and `top`, routings,
/// default those of the networks; on hierarchical hypercubes instead `within: fixed | random |
/// shortest_queue`, default fixed, and `hop_classes: negative | positive` unless `fixed`, default
/// negative.
RoutingEntry hierarchical_entry();

}  // namespace flitscope::topo
