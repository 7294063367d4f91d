#pragma once

#include "topologies/hierarchical_cubic.h"
#include "topologies/hierarchical_hypercube.h"
#include "topologies/routing/hop_classes.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Routing on hierarchical hypercubes (Dandamudi): inside a cluster as on a cube; otherwise *up* to
/// an interface, through its *level-2* cube, and *down* from the interface of the destination's
/// cluster.
///
/// The source decides which of two interfaces (networks) a message takes: the closest one, or the
/// one on the shortest path. Ties are decided by the highest bit of the salt.
///
/// VC classes   fixed: one; two with replication, where class 1 is for the way down and the rest
///              has class 0. random, shortest_queue: floor(d/2) + 1 for up and intra-cluster
///              hops, as many others for down, floor(e/2) + 1 on level 2: the number of earlier
///              hops of that leg out of odd-parity nodes; counting all hops, d, d, and e
///              (hop_classes.h).
class HierarchicalCubes : public RoutingFunction {
public:
    /// Choice among the differing dimensions of a leg.
    enum class Within { fixed, random, shortest_queue };
    enum class Interface { closest, shortest };

    HierarchicalCubes(const HierarchicalHypercube& cubes, Within within, Interface interface,
                      HopClasses counted = HopClasses::negative);

    std::string algorithm() const override { return "hierarchical"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override;
    RouteSelection selection() const override;
    int vc_classes() const override;
    RouteDependence dependence() const override;

    /// The level-2 network, 0 or 1, of a message that leaves its cluster.
    int network(const RouteQuery& query) const;

private:
    /// Part of a path inside one cube.
    struct Leg {
        NodeId here = 0, start = 0, end = 0;  ///< addresses in that cube
        PortId first_port = 0;                ///< of dimension 0
        bool down = false;
    };
    Leg leg(const RouteQuery& query) const;
    NodeId interface_local(int network) const {
        return network == 0 ? 0 : cubes_->cluster_size() - 1;
    }
    int vc_class(const Leg& leg) const;

    const HierarchicalHypercube* cubes_;
    Within within_;
    Interface interface_;
    HopClasses counted_;
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

/// Options, of hierarchical hypercubes: `within: fixed | random | shortest_queue`, default fixed;
/// `interface: closest | shortest`, default closest; `hop_classes: negative | positive` unless
/// `fixed`, default negative.
RoutingEntry hierarchical_entry();

}  // namespace flitscope::topo
