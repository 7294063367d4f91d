#include "testbenches/tests/topologies/topology_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "topologies/node_name.h"

namespace flitscope::topo {
namespace {

void expect_sound_ports(const Topology& topology) {
    const int classes = static_cast<int>(topology.link_classes().size());
    for (NodeId node = 0; node < topology.routers(); ++node) {
        std::set<NodeId> neighbours;
        for (PortId port = 0; port < topology.ports(node); ++port) {
            const PortPeer there = topology.peer(node, port);
            if (!there.connected()) {
                continue;
            }
            ASSERT_GE(there.node, 0) << node << " port " << port;
            ASSERT_LT(there.node, topology.routers()) << node << " port " << port;
            ASSERT_LT(there.port, topology.ports(there.node)) << node << " port " << port;
            ASSERT_EQ(topology.peer(there.node, there.port), (PortPeer{node, port}))
                << node << " port " << port;
            ASSERT_TRUE(neighbours.insert(there.node).second) << "two links at " << node;
            const int link_class = topology.link_class(node, port);
            ASSERT_GE(link_class, 0) << node << " port " << port;
            ASSERT_LT(link_class, classes) << node << " port " << port;
            ASSERT_EQ(link_class, topology.link_class(there.node, there.port));
        }
        ASSERT_EQ(neighbours.count(node), 0U) << "loop at " << node;
    }
}

void expect_names_read_back(const Topology& topology) {
    for (RouterId router = 0; router < topology.routers(); ++router) {
        ASSERT_EQ(topology.router_at(topology.coordinates(router)), router);
    }
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        ASSERT_EQ(parse_node(topology, topology.node_name(node)), node);
        ASSERT_EQ(parse_node(topology, std::to_string(node)), node);
    }
}

void expect_sound_places(const Topology& topology) {
    NodeId node = 0;
    for (RouterId router = 0; router < topology.routers(); ++router) {
        ASSERT_EQ(topology.first_node(router), node);
        for (int local = 0; local < topology.nodes_at(router); ++local, ++node) {
            ASSERT_EQ(topology.place(node), (NodePlace{router, local}));
        }
    }
    ASSERT_EQ(topology.nodes(), node);
}

/// Distances from one node as a histogram: what an orbit's members must share.
std::vector<int> sorted_distances(const Topology& topology, NodeId from) {
    std::vector<int> all = searched_distances(topology, from);
    std::sort(all.begin(), all.end());
    return all;
}

void expect_true_distances(const Topology& topology) {
    std::int64_t sum = 0;
    int diameter = 0;
    for (NodeId from = 0; from < topology.routers(); ++from) {
        const std::vector<int> hops = searched_distances(topology, from);
        for (NodeId to = 0; to < topology.routers(); ++to) {
            const int searched = hops[static_cast<std::size_t>(to)];
            ASSERT_GE(searched, 0) << from << " does not reach " << to;
            ASSERT_EQ(topology.distance(from, to), searched) << from << " to " << to;
            const int pairs = topology.nodes_at(from) * topology.nodes_at(to);
            sum += pairs * searched;
            diameter = pairs > 0 ? std::max(diameter, searched) : diameter;
        }
    }
    const double pairs = topology.nodes() * (topology.nodes() - 1.0);
    if (const auto closed = topology.distance_summary()) {
        EXPECT_EQ(closed->diameter, diameter);
        EXPECT_NEAR(closed->mean, pairs == 0 ? 0 : static_cast<double>(sum) / pairs, 1e-12);
    }
}

void expect_true_orbits(const Topology& topology) {
    NodeId members = 0;
    std::vector<std::vector<int>> claimed;
    for (const RouterOrbit& orbit : topology.orbits()) {
        members += orbit.members;
        claimed.insert(claimed.end(), static_cast<std::size_t>(orbit.members),
                       sorted_distances(topology, orbit.representative));
    }
    ASSERT_EQ(members, topology.routers());
    std::vector<std::vector<int>> found;
    for (NodeId node = 0; node < topology.routers(); ++node) {
        found.push_back(sorted_distances(topology, node));
    }
    std::sort(claimed.begin(), claimed.end());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(claimed, found);
}

}  // namespace

std::vector<int> searched_distances(const Topology& topology, NodeId from) {
    std::vector<int> hops(static_cast<std::size_t>(topology.routers()), -1);
    std::vector<NodeId> ring{from};
    for (int distance = 0; !ring.empty(); ++distance) {
        std::vector<NodeId> next;
        for (const NodeId node : ring) {
            if (hops[static_cast<std::size_t>(node)] >= 0) {
                continue;
            }
            hops[static_cast<std::size_t>(node)] = distance;
            for (PortId port = 0; port < topology.ports(node); ++port) {
                if (topology.peer(node, port).connected()) {
                    next.push_back(topology.peer(node, port).node);
                }
            }
        }
        ring = next;
    }
    return hops;
}

std::int64_t searched_bisection(const Topology& topology) {
    const auto n = static_cast<unsigned>(topology.routers());
    std::vector<unsigned> neighbours(n, 0);
    for (unsigned node = 0; node < n; ++node) {
        for (PortId port = 0; port < topology.ports(static_cast<NodeId>(node)); ++port) {
            const PortPeer there = topology.peer(static_cast<NodeId>(node), port);
            neighbours[node] |= there.connected() ? 1U << there.node : 0U;
        }
    }
    std::pair<int, int> best{INT32_MAX, 0};  // missing nodes, links cut
    for (unsigned half = 0; half < (1U << n); ++half) {
        int missing = topology.nodes() / 2;
        int cut = 0;
        for (unsigned node = 0; node < n; ++node) {
            const bool inside = (half >> node & 1U) != 0;
            missing -= inside ? topology.nodes_at(static_cast<RouterId>(node)) : 0;
            cut += inside ? __builtin_popcount(neighbours[node] & ~half) : 0;
        }
        if (missing >= 0) {
            best = std::min(best, {missing, cut});
        }
    }
    return best.second;
}

void expect_consistent(const Topology& topology) {
    SCOPED_TRACE(topology.kind() + " of " + std::to_string(topology.routers()) + " routers, " +
                 std::to_string(topology.nodes()) + " nodes");
    expect_sound_ports(topology);
    expect_sound_places(topology);
    expect_names_read_back(topology);
    expect_true_distances(topology);
    if (topology.routers() <= 256) {
        expect_true_orbits(topology);
    }
    if (topology.routers() <= 16 && topology.bisection() >= 0) {
        EXPECT_EQ(topology.bisection(), searched_bisection(topology));
    }
}

}  // namespace flitscope::topo
