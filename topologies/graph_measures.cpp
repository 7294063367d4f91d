#include "topologies/graph_measures.h"

#include <algorithm>

#include "common/at.h"

namespace flitscope::topo {
namespace {

constexpr std::int64_t kMaxVisits = std::int64_t{1} << 31;

/// Breadth-first searches over neighbour lists laid out in one array.
class BreadthFirst {
public:
    explicit BreadthFirst(const Topology& topology) {
        for (NodeId node = 0; node < topology.nodes(); ++node) {
            for (PortId port = 0; port < topology.ports(node); ++port) {
                const PortPeer there = topology.peer(node, port);
                if (there.connected()) {
                    neighbours_.push_back(there.node);
                }
            }
            first_.push_back(neighbours_.size());
        }
        seen_.assign(at(topology.nodes()), -1);
        reached_.resize(at(topology.nodes()));
    }

    /// Nodes reached from `start`, itself included; then farthest() and sum() are valid.
    std::size_t run(NodeId start) {
        std::size_t count = 1;
        reached_[0] = start;
        seen_[at(start)] = start;
        farthest_ = 0;
        sum_ = 0;
        std::size_t ring_end = 1;
        int distance = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (i == ring_end) {
                ++distance;
                ring_end = count;
            }
            sum_ += distance;
            farthest_ = distance;
            const std::size_t node = at(reached_[i]);
            for (std::size_t k = first_[node]; k < first_[node + 1]; ++k) {
                if (seen_[at(neighbours_[k])] != start) {
                    seen_[at(neighbours_[k])] = start;
                    reached_[count++] = neighbours_[k];
                }
            }
        }
        return count;
    }
    int farthest() const { return farthest_; }
    std::int64_t sum() const { return sum_; }

private:
    std::vector<std::size_t> first_{0};  ///< [node], into neighbours_
    std::vector<NodeId> neighbours_;
    std::vector<NodeId> seen_;  ///< start of the search that saw the node last
    std::vector<NodeId> reached_;
    int farthest_ = 0;
    std::int64_t sum_ = 0;
};

std::optional<DistanceSummary> search(const Topology& topology,
                                      const std::vector<NodeOrbit>& orbits) {
    BreadthFirst walk(topology);
    DistanceSummary summary;
    double sum = 0;
    for (const NodeOrbit& orbit : orbits) {
        if (walk.run(orbit.representative) != at(topology.nodes())) {
            return std::nullopt;
        }
        summary.diameter = std::max(summary.diameter, walk.farthest());
        sum += static_cast<double>(walk.sum()) * orbit.members;
    }
    const double pairs = topology.nodes() * (topology.nodes() - 1.0);
    summary.mean = pairs > 0 ? sum / pairs : 0;
    return summary;
}

void count_links(const Topology& topology, GraphMeasures& measures) {
    for (const std::string& name : topology.link_classes()) {
        measures.links_by_class.emplace_back(name, 0);
    }
    measures.degree_min = INT32_MAX;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        int degree = 0;
        for (PortId port = 0; port < topology.ports(node); ++port) {
            const PortPeer there = topology.peer(node, port);
            if (there.connected()) {
                ++degree;
                if (node < there.node) {
                    ++measures.links;
                    ++measures.links_by_class[at(topology.link_class(node, port))].second;
                }
            }
        }
        measures.degree_min = std::min(measures.degree_min, degree);
        measures.degree_max = std::max(measures.degree_max, degree);
    }
}

void find_distances(const Topology& topology, GraphMeasures& measures) {
    measures.distances = topology.distance_summary();
    if (measures.distances) {
        measures.origin = DistanceOrigin::closed_form;
        return;
    }
    const std::vector<NodeOrbit> orbits = topology.orbits();
    if (static_cast<std::int64_t>(orbits.size()) > kMaxVisits / measures.nodes) {
        measures.origin = DistanceOrigin::too_large;
        return;
    }
    measures.distances = search(topology, orbits);
    measures.origin = measures.distances ? DistanceOrigin::search : DistanceOrigin::not_connected;
}

void find_bisection(const Topology& topology, GraphMeasures& measures) {
    measures.bisection = topology.bisection();
    if (measures.bisection >= 0 || !measures.distances || measures.nodes > kMaxBoundedNodes) {
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
    BreadthFirst walk(topology);
    walk.run(from);
    return walk.farthest();
}

std::optional<DistanceSummary> search_distances(const Topology& topology) {
    return search(topology, topology.orbits());
}

GraphMeasures measure_graph(const Topology& topology) {
    GraphMeasures measures;
    measures.nodes = topology.nodes();
    count_links(topology, measures);
    find_distances(topology, measures);
    find_bisection(topology, measures);
    return measures;
}

}  // namespace flitscope::topo
