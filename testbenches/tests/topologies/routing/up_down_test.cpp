#include "topologies/routing/up_down.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "topologies/complete.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/mesh.h"
#include "topologies/registry.h"

namespace flitscope::topo {
namespace {

/// Distance from the root by Bellman and Ford, then the id: which of two nodes is above.
std::vector<std::pair<int, NodeId>> ranks(const Topology& topology, NodeId root) {
    std::vector<std::pair<int, NodeId>> ranks;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        ranks.emplace_back(node == root ? 0 : topology.nodes(), node);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (NodeId node = 0; node < topology.nodes(); ++node) {
            for (PortId port = 0; port < topology.ports(node); ++port) {
                const PortPeer peer = topology.peer(node, port);
                auto& here = ranks[static_cast<std::size_t>(node)];
                if (peer.connected() &&
                    ranks[static_cast<std::size_t>(peer.node)].first + 1 < here.first) {
                    here.first = ranks[static_cast<std::size_t>(peer.node)].first + 1;
                    changed = true;
                }
            }
        }
    }
    return ranks;
}

/// Fewest hops from a node to all others where nobody goes up after going down: breadth first over
/// (node, came down).
std::map<NodeId, int> legal_distances(const Topology& topology,
                                      const std::vector<std::pair<int, NodeId>>& rank,
                                      NodeId from) {
    std::map<std::pair<NodeId, bool>, int> hops{{{from, false}, 0}};
    std::deque<std::pair<NodeId, bool>> open{{from, false}};
    std::map<NodeId, int> best;
    while (!open.empty()) {
        const auto state = open.front();
        open.pop_front();
        best.emplace(state.first, hops[state]);
        for (PortId port = 0; port < topology.ports(state.first); ++port) {
            const PortPeer peer = topology.peer(state.first, port);
            if (!peer.connected()) {
                continue;
            }
            const bool down = rank[static_cast<std::size_t>(peer.node)] >
                              rank[static_cast<std::size_t>(state.first)];
            if (!(state.second && !down) &&
                hops.emplace(std::make_pair(peer.node, down), hops[state] + 1).second) {
                open.emplace_back(peer.node, down);
            }
        }
    }
    return best;
}

void expect_shortest_legal_ways(const Topology& topology, NodeId root) {
    const UpDown routing(topology, root);
    const auto rank = ranks(topology, root);
    for (NodeId from = 0; from < topology.nodes(); ++from) {
        const auto distances = legal_distances(topology, rank, from);
        for (NodeId to = 0; to < topology.nodes(); ++to) {
            RouteQuery query;
            query.here = query.source = from;
            query.destination = to;
            bool came_down = false;
            while (query.here != to) {
                const RouteCandidate taken = routing.only_candidate(query);
                ASSERT_EQ(taken.vc_class, 0);
                const PortPeer peer = topology.peer(query.here, taken.port);
                ASSERT_TRUE(peer.connected()) << from << " to " << to << " at " << query.here;
                const bool up = rank[static_cast<std::size_t>(peer.node)] <
                                rank[static_cast<std::size_t>(query.here)];
                ASSERT_FALSE(came_down && up) << from << " to " << to << " at " << query.here;
                came_down = !up;
                query.here = peer.node;
                query.input_port = peer.port;
                ++query.hop;
                ASSERT_LE(query.hop, distances.at(to)) << from << " to " << to;
            }
        }
    }
}

std::vector<std::unique_ptr<Topology>> networks() {
    using Integers = std::vector<std::int64_t>;
    std::vector<std::unique_ptr<Topology>> all;
    all.push_back(make_topology("ring", {{"nodes", std::int64_t{9}}}));
    all.push_back(
        make_topology("chordal_ring", {{"nodes", std::int64_t{18}}, {"chord", std::int64_t{5}}}));
    all.push_back(make_topology("hypertree", {{"levels", std::int64_t{5}}}));
    all.push_back(make_topology("complete", {{"nodes", std::int64_t{6}}}));
    all.push_back(make_topology("cube_connected_cycles", {{"dimensions", std::int64_t{3}}}));
    all.push_back(make_topology("cube_connected_cycles", {{"nodes", std::int64_t{32}}}));
    all.push_back(make_topology("hierarchical_cubic", {{"dimensions", std::int64_t{2}}}));
    all.push_back(make_topology("hypercube", {{"dimensions", std::int64_t{4}}}));
    all.push_back(make_topology("mesh", {{"size", Integers{4, 3}}}));
    return all;
}

TEST(UpDown, TakesShortestWaysThatDoNotGoUpAfterGoingDown) {
    for (const auto& topology : networks()) {
        for (const NodeId root : {NodeId{0}, topology->nodes() / 2, topology->nodes() - 1}) {
            SCOPED_TRACE(topology->kind() + " from " + std::to_string(root));
            expect_shortest_legal_ways(*topology, root);
        }
    }
}

TEST(UpDown, IsFreeOfDeadlockWithOneClassOnEveryTopology) {
    for (const auto& topology : networks()) {
        const RoutingCheck check = check_routing(*topology, UpDown(*topology, 0), {0});
        EXPECT_TRUE(check.deadlock_free()) << topology->kind();
    }
}

TEST(UpDown, TakesTheLowestOfEquallyGoodPorts) {
    // From (1,1) of a 2x2 mesh to (0,0), the root: -x is port 1, -y port 3.
    const Mesh mesh({2, 2});
    RouteQuery query;
    query.here = query.source = 3;
    query.destination = 0;
    EXPECT_EQ(UpDown(mesh, 0).only_candidate(query).port, 1);
}

TEST(UpDown, RefusesWhatItHasNoTableFor) {
    const auto key_of = [](const std::function<void()>& make) {
        try {
            make();
        } catch (const OptionError& error) {
            return error.key() + ": " + error.what();
        }
        return std::string("accepted");
    };
    EXPECT_EQ(key_of([] { UpDown(Complete(5), 5); }), "root: up_down: root = 5, must be 0..4");
    EXPECT_EQ(key_of([] {
                  UpDown(Mesh({65, 64}), 0);
              }),
              "algorithm: up_down keeps a table of all pairs of nodes: mesh has 4160 nodes, at "
              "most 4096");
}

}  // namespace
}  // namespace flitscope::topo
