#include "topologies/flattened_butterfly.h"

#include <gtest/gtest.h>

#include <numeric>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/graph_measures.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {
namespace {

TEST(FlattenedButterfly, EqualsItsDefinitionAndClosedFormsForEverySmallSize) {
    for (std::int64_t radix = 2; radix <= 9; ++radix) {
        std::int64_t routers = radix;
        for (std::int64_t dimensions = 1; dimensions <= 5 && routers <= 130; ++dimensions) {
            for (const std::int64_t concentration : {std::int64_t{1}, std::int64_t{3}, radix}) {
                const FlattenedButterfly butterfly(radix, dimensions, concentration);
                expect_consistent(butterfly);
                EXPECT_EQ(butterfly.routers(), routers);
                EXPECT_EQ(butterfly.nodes(), routers * concentration);
                EXPECT_EQ(measure_graph(butterfly).links, routers * dimensions * (radix - 1) / 2);
            }
            routers *= radix;
        }
    }
}

TEST(FlattenedButterfly, NumbersPortsByDimensionAndCoordinate) {
    const FlattenedButterfly butterfly(4, 2, 4);
    EXPECT_EQ(butterfly.ports(5), 6);  // router (1,1)
    EXPECT_EQ(butterfly.peer(5, 0), (PortPeer{4, 0}));
    EXPECT_EQ(butterfly.peer(5, 1), (PortPeer{6, 1}));
    EXPECT_EQ(butterfly.peer(5, 2), (PortPeer{7, 1}));
    EXPECT_EQ(butterfly.peer(5, 3), (PortPeer{1, 3}));
    EXPECT_EQ(butterfly.peer(5, 5), (PortPeer{13, 4}));
    EXPECT_EQ(butterfly.link_class(5, 2), 0);
    EXPECT_EQ(butterfly.link_class(5, 3), 1);
    EXPECT_EQ(butterfly.node_name(23), "(1,1).3");
}

TEST(FlattenedButterfly, RefusesImpossibleParameters) {
    const auto refused_key = [](std::int64_t radix, std::int64_t dimensions,
                                std::int64_t concentration) -> std::string {
        try {
            const FlattenedButterfly butterfly(radix, dimensions, concentration);
        } catch (const OptionError& error) {
            return error.key();
        }
        return "accepted";
    };
    EXPECT_EQ(refused_key(1, 2, 4), "radix");
    EXPECT_EQ(refused_key(4, 0, 4), "dimensions");
    EXPECT_EQ(refused_key(4, 17, 4), "dimensions");
    EXPECT_EQ(refused_key(65536, 16, 4), "dimensions");
    EXPECT_EQ(refused_key(4, 2, 0), "concentration");
    EXPECT_EQ(refused_key(65536, 1, 1024), "accepted");
    EXPECT_EQ(refused_key(1024, 3, 2), "concentration");
}

/// Effective classes without sharing, or one for all.
std::vector<int> classes_of(const RoutingFunction& routing, bool apart) {
    std::vector<int> classes(static_cast<std::size_t>(routing.vc_classes()), 0);
    if (apart) {
        std::iota(classes.begin(), classes.end(), 0);
    }
    return classes;
}

TEST(FlattenedButterfly, RoutingsHaveTheVcClassesThatTheyNeed) {
    struct Expected {
        const char* algorithm;
        int classes;
        bool free_with_one;
    };
    for (const int dimensions : {1, 2, 3}) {
        const FlattenedButterfly butterfly(4, dimensions, 4);
        for (const Expected& expected : {Expected{"dimension_order", 1, true},
                                         Expected{"minimal_adaptive", dimensions, dimensions == 1},
                                         Expected{"valiant", 2, false}}) {
            const auto routing = make_routing(expected.algorithm, butterfly, {});
            EXPECT_EQ(routing->vc_classes(), expected.classes);
            EXPECT_TRUE(
                check_routing(butterfly, *routing, classes_of(*routing, true)).deadlock_free())
                << expected.algorithm;
            EXPECT_EQ(
                check_routing(butterfly, *routing, classes_of(*routing, false)).deadlock_free(),
                expected.free_with_one)
                << expected.algorithm;
        }
    }
}

TEST(FlattenedButterfly, MinimalAdaptiveOffersEveryDifferingDimensionAndCountsHops) {
    const FlattenedButterfly butterfly(4, 3, 2);
    const auto routing = make_routing("minimal_adaptive", butterfly, {});
    RouteQuery query;
    query.here = query.source = 0;
    query.destination = 1 + 4 * 0 + 16 * 3;
    query.hop = 1;
    std::vector<RouteCandidate> all;
    routing->candidates(query, all);
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{0, 1}, {8, 1}}));
    EXPECT_THROW(
        make_routing("minimal_adaptive", butterfly, {{"hop_classes", std::string("negative")}}),
        OptionError);
}

}  // namespace
}  // namespace flitscope::topo
