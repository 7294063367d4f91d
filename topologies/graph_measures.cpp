#include "topologies/graph_measures.h"

#include <algorithm>

#include "common/at.h"
#include "topologies/channels.h"
#include "topologies/graph_search.h"

namespace flitscope::topo {
namespace {

constexpr std::int64_t kMaxVisits = std::int64_t{1} << 31;

std::optional<DistanceSummary> search(const Topology& topology,
                                      const std::vector<RouterOrbit>& orbits) {
    const Neighbours neighbours(topology);
    DistanceSummary summary;
    double sum = 0;
    for (const RouterOrbit& orbit : orbits) {
        const GraphSearch found = search_from(neighbours, orbit.representative);
        if (found.order.size() != neighbours.size()) {
            return std::nullopt;
        }
        const double sources = 1.0 * orbit.members * topology.nodes_at(orbit.representative);
        for (RouterId to = 0; sources > 0 && to < topology.routers(); ++to) {
            const int nodes = topology.nodes_at(to);
            sum += sources * nodes * found.hops[at(to)];
            summary.diameter = std::max(summary.diameter, nodes > 0 ? found.hops[at(to)] : 0);
        }
    }
    const double pairs = topology.nodes() * (topology.nodes() - 1.0);
    summary.mean = pairs > 0 ? sum / pairs : 0;
    return summary;
}

void count_links(const Topology& topology, GraphMeasures& measures) {
    for (const std::string& name : topology.link_classes()) {
        measures.links_by_class.emplace_back(name, 0);
    }
    std::vector<int> degrees(at(topology.routers()));
    for_each_link(topology, [&](NodeId node, PortId port, const PortPeer& there) {
        ++degrees[at(node)];
        ++degrees[at(there.node)];
        ++measures.links;
        ++measures.links_by_class[at(topology.link_class(node, port))].second;
    });
    const auto [least, most] = std::minmax_element(degrees.begin(), degrees.end());
    measures.degree_min = *least;
    measures.degree_max = *most;
}

void find_distances(const Topology& topology, GraphMeasures& measures) {
    measures.distances = topology.distance_summary();
    if (measures.distances) {
        measures.origin = DistanceOrigin::closed_form;
        return;
    }
    const std::vector<RouterOrbit> orbits = topology.orbits();
    if (static_cast<std::int64_t>(orbits.size()) > kMaxVisits / measures.routers) {
        measures.origin = DistanceOrigin::too_large;
        return;
    }
    measures.distances = search(topology, orbits);
    measures.origin = measures.distances ? DistanceOrigin::search : DistanceOrigin::not_connected;
}

void find_bisection(const Topology& topology, GraphMeasures& measures) {
    measures.bisection = topology.bisection();
    if (measures.bisection >= 0 || !measures.distances || measures.routers > kMaxBoundedNodes) {
        return;
    }
    RouterId alike = 0;
    while (alike < topology.routers() && topology.nodes_at(alike) == topology.nodes_at(0)) {
        ++alike;
    }
    if (alike < topology.routers()) {  // halves of the routers need not be halves of the nodes
        return;
    }
    const BisectionBounds bounds = bound_bisection(topology);
    if (bounds.lower == bounds.upper) {
        measures.bisection = bounds.upper;
    } else {
        measures.bisection_bounds = bounds;
    }
}

}  // namespace

int eccentricity(const Topology& topology, NodeId from) {
    const GraphSearch found = search_from(Neighbours(topology), from);
    int farthest = 0;
    for (const RouterId to : found.order) {
        farthest = topology.nodes_at(to) > 0 ? found.hops[at(to)] : farthest;
    }
    return farthest;
}

std::optional<DistanceSummary> search_distances(const Topology& topology) {
    return search(topology, topology.orbits());
}

GraphMeasures measure_graph(const Topology& topology) {
    GraphMeasures measures;
    measures.routers = topology.routers();
    measures.nodes = topology.nodes();
    count_links(topology, measures);
    find_distances(topology, measures);
    find_bisection(topology, measures);
    return measures;
}

}  // namespace flitscope::topo
