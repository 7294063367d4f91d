#include "topologies/routing/shortest_path.h"

#include <gtest/gtest.h>

#include <numeric>

#include "topologies/deadlock/deadlock.h"
#include "topologies/fat_tree.h"
#include "topologies/hypercube.h"
#include "topologies/hypertree.h"
#include "topologies/ring.h"
#include "topologies/slim_fly.h"

namespace flitscope::topo {
namespace {

void expect_all_shortest_ways(const Topology& topology, int classes) {
    const ShortestPath routing(topology, RouteSelection::random);
    EXPECT_EQ(routing.vc_classes(), classes) << topology.kind();
    std::vector<int> separate(static_cast<std::size_t>(classes));
    std::iota(separate.begin(), separate.end(), 0);
    const RoutingCheck check = check_routing(topology, routing, separate);
    EXPECT_TRUE(check.deadlock_free()) << topology.kind();
    EXPECT_EQ(check.pairs, std::int64_t{topology.nodes()} * (topology.nodes() - 1));
    RouteQuery query;
    for (query.here = 0; query.here < topology.routers(); ++query.here) {
        for (query.destination = 0; query.destination < topology.routers(); ++query.destination) {
            std::vector<RouteCandidate> expected;
            for (PortId port = 0; port < topology.ports(query.here); ++port) {
                const PortPeer there = topology.peer(query.here, port);
                if (there.connected() && topology.distance(there.node, query.destination) + 1 ==
                                             topology.distance(query.here, query.destination)) {
                    expected.push_back({port, 0});
                }
            }
            std::vector<RouteCandidate> found;
            routing.candidates(query, found);
            ASSERT_EQ(found, expected)
                << topology.kind() << ' ' << query.here << " to " << query.destination;
        }
    }
}

TEST(ShortestPath, OffersAllShortestWaysAndIsAcyclicByHops) {
    expect_all_shortest_ways(Ring(7), 3);
    expect_all_shortest_ways(Hypercube(4), 4);
    expect_all_shortest_ways(Hypertree(3), 3);
    expect_all_shortest_ways(SlimFly(3, 2), 2);
    expect_all_shortest_ways(FatTree(FatTree::Shape::fat_tree, 2, 3), 4);
}

TEST(ShortestPath, IsCyclicOnARingIfHopsShareAClass) {
    const Ring ring(6);
    EXPECT_FALSE(
        check_routing(ring, ShortestPath(ring, RouteSelection::random), {0, 0, 0}).deadlock_free());
}

TEST(ShortestPath, RefusesMoreRoutersThanItHasATableFor) {
    EXPECT_THROW(ShortestPath(Hypercube(13), RouteSelection::random), OptionError);
    EXPECT_NO_THROW(ShortestPath(Hypercube(10), RouteSelection::random));
}

}  // namespace
}  // namespace flitscope::topo
