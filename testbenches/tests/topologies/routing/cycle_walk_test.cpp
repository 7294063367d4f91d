// The route on cube-connected cycles: ways worked out by hand, longest ways from the definition.
#include "topologies/routing/cycle_walk.h"

#include <gtest/gtest.h>

#include "topologies/deadlock/deadlock.h"

namespace flitscope::topo {
namespace {

struct Way {
    std::vector<NodeId> nodes;
    std::vector<int> classes;
};

Way way(const CubeConnectedCycles& cycles, NodeId from, NodeId to) {
    const CycleWalk routing(cycles);
    RouteQuery query;
    query.here = query.source = from;
    query.destination = to;
    Way way{{from}, {}};
    while (query.here != to && way.nodes.size() < 100) {
        const RouteCandidate taken = routing.only_candidate(query);
        const PortPeer peer = cycles.peer(query.here, taken.port);
        if (!peer.connected()) {
            ADD_FAILURE() << "no link at port " << taken.port << " of node " << query.here;
            return way;
        }
        query.here = peer.node;
        query.input_port = peer.port;
        ++query.hop;
        way.nodes.push_back(query.here);
        way.classes.push_back(taken.vc_class);
    }
    EXPECT_EQ(query.here, to) << "from " << from;
    return way;
}

TEST(CycleWalk, GoesUpTheCyclesAndTheShorterWayInTheLast) {
    const CubeConnectedCycles cycles = CubeConnectedCycles::textbook(4);
    // From (cycle 0, position 1) to (cycle 6, position 0): bits 1 and 2 at positions 1 and 2, then
    // up over position 3 as well as down over position 1: both are two hops, so up.
    const Way both = way(cycles, 1, 6 * 4);
    EXPECT_EQ(both.nodes, (std::vector<NodeId>{1, 9, 10, 26, 27, 24}));
    EXPECT_EQ(both.classes, (std::vector<int>{0, 0, 0, 0, 0}));
    // From (0, 2) to (2, 3): bit 1 is crossed behind the end of the cycle, then two up.
    const Way around = way(cycles, 2, 2 * 4 + 3);
    EXPECT_EQ(around.nodes, (std::vector<NodeId>{2, 3, 0, 1, 9, 10, 11}));
    EXPECT_EQ(around.classes, (std::vector<int>{0, 0, 1, 1, 1, 1}));
    // From (0, 3) to (1, 3): across at position 0, one down over the end.
    const Way down = way(cycles, 3, 4 + 3);
    EXPECT_EQ(down.nodes, (std::vector<NodeId>{3, 0, 4, 7}));
    EXPECT_EQ(down.classes, (std::vector<int>{0, 1, 0}));
    // Inside a cycle the shorter way.
    EXPECT_EQ(way(cycles, 4, 7).nodes, (std::vector<NodeId>{4, 7}));
    EXPECT_EQ(way(cycles, 4, 6).nodes, (std::vector<NodeId>{4, 5, 6}));
}

std::vector<CubeConnectedCycles> cube_cycles() {
    std::vector<CubeConnectedCycles> all;
    for (std::int64_t nodes = 4; nodes <= 256; nodes *= 2) {
        all.push_back(CubeConnectedCycles::of_nodes(nodes));
    }
    for (const int k : {3, 4, 5}) {
        all.push_back(CubeConnectedCycles::textbook(k));
    }
    return all;
}

TEST(CycleWalk, ArrivesAndIsNoLongerThanItSays) {
    for (const CubeConnectedCycles& cycles : cube_cycles()) {
        std::size_t longest = 0;
        for (NodeId from = 0; from < cycles.nodes(); ++from) {
            for (NodeId to = 0; to < cycles.nodes(); ++to) {
                longest = std::max(longest, way(cycles, from, to).nodes.size() - 1);
            }
        }
        const NodeId k = cycles.cycle_length();
        EXPECT_LE(longest, static_cast<std::size_t>(cycles.cube_dimensions() + k - 1 + k / 2))
            << cycles.nodes() << " nodes";
        if (cycles.cube_dimensions() == k) {
            EXPECT_EQ(longest, static_cast<std::size_t>(2 * k - 1 + k / 2)) << "the textbook form";
        }
    }
}

TEST(CycleWalk, IsFreeOfDeadlockWithItsClassesAndNotWithOne) {
    for (const CubeConnectedCycles& cycles : cube_cycles()) {
        const CycleWalk routing(cycles);
        const RoutingCheck own = check_routing(cycles, routing, {0, 1, 2});
        EXPECT_FALSE(own.defect);
        EXPECT_TRUE(own.cycle.empty()) << cycles.nodes() << " nodes";
        if (cycles.cycle_length() > 2) {
            EXPECT_FALSE(check_routing(cycles, routing, {0, 0, 0}).cycle.empty())
                << cycles.nodes() << " nodes";
        }
    }
}

}  // namespace
}  // namespace flitscope::topo
