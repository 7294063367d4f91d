#include "topologies/routing/dateline_order.h"

#include <gtest/gtest.h>

#include "topologies/deadlock/deadlock.h"
#include "topologies/ring.h"
#include "topologies/routing/dimension_order.h"

namespace flitscope::topo {
namespace {

TEST(DatelineOrder, TakesShortestWaysOneDimensionAfterTheOther) {
    const Torus torus({6, 5, 3});
    const DatelineOrder routing(torus, {1, 0, 2});
    for (NodeId from = 0; from < torus.nodes(); ++from) {
        for (NodeId to = 0; to < torus.nodes(); ++to) {
            RouteQuery query;
            query.here = query.source = from;
            query.destination = to;
            std::vector<int> travelled;
            while (query.here != to) {
                const PortId port = routing.only_candidate(query).port;
                if (travelled.empty() || travelled.back() != port / 2) {
                    travelled.push_back(port / 2);
                }
                query.here = torus.peer(query.here, port).node;
                ++query.hop;
                ASSERT_LE(query.hop, torus.distance(from, to)) << from << " to " << to;
            }
            std::vector<int> expected;
            for (const int dimension : {1, 0, 2}) {
                if (torus.coordinate(from, dimension) != torus.coordinate(to, dimension)) {
                    expected.push_back(dimension);
                }
            }
            ASSERT_EQ(travelled, expected);
        }
    }
}

/// On a ring of 6, by hand: classes of the channels that a message asks for.
TEST(DatelineOrder, ChangesTheClassWhereTheRingCloses) {
    const auto classes = [](NodeId from, NodeId to) {
        const Torus ring({6});
        const DatelineOrder routing(ring, {0});
        RouteQuery query;
        query.here = from;
        query.destination = to;
        std::string all;
        while (query.here != to) {
            const RouteCandidate taken = routing.only_candidate(query);
            all += std::string(taken.port == 0 ? "+" : "-") + std::to_string(taken.vc_class);
            query.here = ring.peer(query.here, taken.port).node;
        }
        return all;
    };
    EXPECT_EQ(classes(1, 3), "+1+1");
    EXPECT_EQ(classes(3, 1), "-1-1");
    EXPECT_EQ(classes(4, 0), "+0+0");
    EXPECT_EQ(classes(4, 1), "+0+0+1");  // three either way: even nodes go up
    EXPECT_EQ(classes(1, 4), "-0-0-1");  // odd ones down
    EXPECT_EQ(classes(0, 4), "-0-1");
}

TEST(DatelineOrder, IsFreeOfDeadlockWithItsTwoClassesAndNotWithOne) {
    for (const std::vector<std::int64_t>& size :
         {std::vector<std::int64_t>{8}, {5, 5}, {5, 4}, {4, 3, 5}}) {
        const Torus torus(size);
        const auto routing = make_routing("dimension_order", torus, {});
        ASSERT_EQ(routing->vc_classes(), 2);
        EXPECT_TRUE(check_routing(torus, *routing, {0, 1}).deadlock_free());
        EXPECT_FALSE(check_routing(torus, *routing, {0, 0}).cycle.empty());
    }
}

TEST(DatelineOrder, IsDimensionOrderOnToriAndRings) {
    const Ring ring(7);
    const auto routing = make_routing("dimension_order", ring, {});
    EXPECT_TRUE(check_routing(ring, *routing, {0, 1}).deadlock_free());
    EXPECT_FALSE(routing->in_verilog());
    const Options wrong{{"order", std::vector<std::int64_t>{0, 0}}};
    EXPECT_THROW(make_routing("dimension_order", Torus({4, 4}), wrong), OptionError);
}

}  // namespace
}  // namespace flitscope::topo
