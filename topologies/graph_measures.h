#pragma once

#include <string>
#include <utility>
#include <vector>

#include "topologies/bisection_bounds.h"
#include "topologies/topology.h"

namespace flitscope::topo {

/// The origin of GraphMeasures::distances, or why it is absent.
enum class DistanceOrigin { closed_form, search, not_connected, too_large };

/// Figures of a network as a graph. A link is full duplex and counts once.
struct GraphMeasures {
    std::int64_t routers = 0;
    std::int64_t nodes = 0;
    std::int64_t links = 0;
    std::vector<std::pair<std::string, std::int64_t>> links_by_class;  ///< in link_classes() order
    int degree_min = 0;                                                ///< links of a router
    int degree_max = 0;
    std::optional<DistanceSummary> distances;
    DistanceOrigin origin = DistanceOrigin::search;
    std::int64_t bisection = -1;  ///< links; -1: not known
    /// Present if the bisection is not known and the network is connected, with equally many nodes
    /// at every router, and has at most kMaxBoundedNodes routers.
    std::optional<BisectionBounds> bisection_bounds;
};

/// Counts links and takes distances from the closed form, else from breadth-first searches out of
/// one router of each orbit. These are not begun when they would visit more than 2^31 in all. A
/// bisection without closed form is bounded; it is known if both bounds are equal.
GraphMeasures measure_graph(const Topology& topology);

/// Hops from `from` to the farthest reachable router with nodes.
int eccentricity(const Topology& topology, RouterId from);

/// Only the breadth-first searches, regardless of closed forms; nullopt: not connected.
std::optional<DistanceSummary> search_distances(const Topology& topology);

}  // namespace flitscope::topo
