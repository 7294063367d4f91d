#include "analytic/component_lifetime.h"

#include <algorithm>
#include <utility>

#include "topologies/channels.h"

namespace flitscope::analytic {
namespace {

int find_root(std::vector<std::int32_t>& parent, int node) {
    while (parent[node] >= 0) {
        const int up = parent[node];
        if (parent[up] >= 0) {
            parent[node] = parent[up];
        }
        node = up;
    }
    return node;
}

/// Joins the components of two nodes; returns the size of the result.
int join(std::vector<std::int32_t>& parent, int a, int b) {
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a != b) {
        if (parent[a] > parent[b]) {
            std::swap(a, b);
        }
        parent[a] += parent[b];
        parent[b] = a;
    }
    return -parent[a];
}

}  // namespace

std::vector<Edge> edges_of(const topo::Topology& topology) {
    std::vector<Edge> edges;
    topo::for_each_link(topology, [&](auto node, auto /*port*/, const topo::PortPeer& peer) {
        edges.push_back({node, peer.node});
    });
    return edges;
}

int largest_component(const std::vector<Edge>& edges, const std::vector<char>& node_works,
                      const std::vector<char>& edge_works) {
    std::vector<std::int32_t> parent(node_works.size(), -1);
    int largest = std::find(node_works.begin(), node_works.end(), 1) != node_works.end() ? 1 : 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const auto [a, b] = edges[i];
        if (edge_works[i] != 0 && node_works[a] != 0 && node_works[b] != 0) {
            largest = std::max(largest, join(parent, a, b));
        }
    }
    return largest;
}

ComponentLifetime::ComponentLifetime(const std::vector<Edge>& edges, int nodes, int task_nodes)
    : edges_(edges), task_nodes_(task_nodes), deaths_(edges.size()), parent_(nodes) {}

double ComponentLifetime::operator()(const std::vector<double>& node_death,
                                     const std::vector<double>& edge_death) {
    if (task_nodes_ == 1) {
        return *std::max_element(node_death.begin(), node_death.end());
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const auto [a, b] = edges_[i];
        deaths_[i] = {std::min(edge_death[i], std::min(node_death[a], node_death[b])),
                      static_cast<std::int32_t>(i)};
    }
    std::sort(deaths_.begin(), deaths_.end(), [](const DeathOfEdge& x, const DeathOfEdge& y) {
        return x.time > y.time;  // the order of equal times changes nothing
    });
    std::fill(parent_.begin(), parent_.end(), -1);
    for (const DeathOfEdge& death : deaths_) {
        const auto [a, b] = edges_[death.edge];
        if (join(parent_, a, b) >= task_nodes_) {
            return death.time;
        }
    }
    return 0;  // not even the whole network has such a component
}

}  // namespace flitscope::analytic
