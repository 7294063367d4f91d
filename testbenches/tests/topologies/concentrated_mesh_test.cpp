#include "topologies/concentrated_mesh.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/express_mesh.h"
#include "topologies/graph_measures.h"
#include "topologies/routing/dimension_order.h"

namespace flitscope::topo {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(ConcentratedMesh, EqualsItsDefinitionAndClosedFormsForEverySmallSize) {
    for (const int concentration : {1, 2, 3, 4, 7}) {
        for (std::int64_t x = 1; x <= 4; ++x) {
            expect_consistent(ConcentratedMesh({x}, concentration));
            for (std::int64_t y = 1; y <= 4; ++y) {
                expect_consistent(ConcentratedMesh({x, y}, concentration));
            }
        }
        expect_consistent(ConcentratedMesh({3, 2, 3}, concentration));
    }
}

TEST(ConcentratedMesh, NumbersNodesByRouterAndThenByLocalIndex) {
    const ConcentratedMesh mesh({4, 3}, 4);
    EXPECT_EQ(mesh.routers(), 12);
    EXPECT_EQ(mesh.nodes(), 48);
    EXPECT_EQ(mesh.place(23), (NodePlace{5, 3}));
    EXPECT_EQ(mesh.node_name(23), "(1,1).3");
    EXPECT_EQ(mesh.router_name(5), "(1,1)");
    EXPECT_EQ(mesh.peer(5, 2), (PortPeer{9, 3}));
}

TEST(ConcentratedMesh, IsAMeshWithOneNodeAtEachRouter) {
    const ConcentratedMesh mesh({4, 3}, 1);
    EXPECT_TRUE(mesh.one_node_per_router());
    EXPECT_EQ(mesh.node_name(5), "(1,1)");
}

TEST(ConcentratedMesh, RefusesImpossibleParameters) {
    const auto refused_key = [](const Sizes& size, std::int64_t concentration) -> std::string {
        try {
            const ConcentratedMesh mesh(size, concentration);
        } catch (const OptionError& error) {
            return error.key();
        }
        return "accepted";
    };
    EXPECT_EQ(refused_key({}, 4), "size");
    EXPECT_EQ(refused_key({4, 0}, 4), "size");
    EXPECT_EQ(refused_key({4, 4}, 0), "concentration");
    EXPECT_EQ(refused_key({4, 4}, 1025), "concentration");
    EXPECT_EQ(refused_key({1 << 15, 1 << 14}, 2), "accepted");
    EXPECT_EQ(refused_key({1 << 15, 1 << 15}, 2), "concentration");
}

TEST(ExpressMesh, EqualsItsDefinitionForEverySmallSize) {
    for (std::int64_t x = 3; x <= 9; ++x) {
        for (std::int64_t y = 3; y <= 6; ++y) {
            const ExpressMesh mesh({x, y}, 4);
            expect_consistent(mesh);
            const GraphMeasures measures = measure_graph(mesh);
            EXPECT_EQ(measures.links, x * (y - 1) + y * (x - 1) + 2 * (x / 2) + 2 * (y / 2));
        }
    }
}

TEST(ExpressMesh, LinksFreePortsAlongTheBordersAcrossHalfTheMesh) {
    const ExpressMesh even({4, 4}, 4);
    EXPECT_EQ(even.peer(0, 1), (PortPeer{8, 1}));   // left border: (0,0) to (0,2)
    EXPECT_EQ(even.peer(0, 3), (PortPeer{2, 3}));   // lower border: (0,0) to (2,0)
    EXPECT_EQ(even.peer(15, 0), (PortPeer{7, 0}));  // right border: (3,3) to (3,1)
    EXPECT_EQ(even.peer(5, 0), (PortPeer{6, 1}));
    EXPECT_EQ(even.link_class(0, 3), 2);
    const ExpressMesh odd({5, 3}, 4);
    EXPECT_EQ(odd.peer(1, 3), (PortPeer{4, 3}));
    EXPECT_FALSE(odd.peer(2, 3).connected());  // the middle of the border
}

TEST(ExpressMesh, DimensionOrderTakesExpressChannelsThatSaveHops) {
    const ExpressMesh mesh({8, 8}, 4);
    const DimensionOrder routing(mesh);
    const auto first = [&](RouterId from, RouterId to) {
        RouteQuery query;
        query.here = query.source = from;
        query.destination = to;
        return routing.only_candidate(query).port;
    };
    EXPECT_EQ(first(0, 2), 0);  // 2 hops either way
    EXPECT_EQ(first(0, 3), 3);  // to (4,0) and back
    EXPECT_EQ(first(0, 7), 3);  // to (4,0) and on
    EXPECT_EQ(first(7, 0), 3);
    EXPECT_EQ(first(4, 7), 0);    // its express channel leads the other way
    EXPECT_EQ(first(8, 15), 0);   // not at the lower border
    EXPECT_EQ(first(0, 56), 1);   // up the left border
    EXPECT_EQ(first(63, 7), 0);   // down the right border
    EXPECT_EQ(first(56, 63), 2);  // along the upper border
}

TEST(ExpressMesh, DimensionOrderIsFreeOfDeadlockWithOneClass) {
    for (const Sizes& size : {Sizes{3, 3}, Sizes{4, 4}, Sizes{8, 8}, Sizes{9, 6}, Sizes{3, 12}}) {
        const ExpressMesh mesh(size, 2);
        for (const Sizes& order : {Sizes{0, 1}, Sizes{1, 0}}) {
            EXPECT_TRUE(check_routing(mesh, DimensionOrder(mesh, order), {0}).deadlock_free());
        }
    }
}

TEST(ExpressMesh, IsForTwoDimensionsOfThreeAndDimensionOrder) {
    for (const Sizes& size : {Sizes{8}, Sizes{2, 4}, Sizes{4, 4, 4}}) {
        EXPECT_THROW(ExpressMesh(size, 4), OptionError);
    }
    for (const char* algorithm : {"valiant", "minimal_adaptive", "west_first", "duato"}) {
        EXPECT_THROW(make_routing(algorithm, ExpressMesh({4, 4}, 4), {}), OptionError) << algorithm;
    }
}

}  // namespace
}  // namespace flitscope::topo
