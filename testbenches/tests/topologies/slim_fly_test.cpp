#include "topologies/slim_fly.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

TEST(SlimFly, HasTwoHopsAtMostAndTheDegreeOfItsDefinition) {
    for (const int q : {3, 5, 7, 11, 13, 17, 19}) {
        const SlimFly network(q, 2);
        const GraphMeasures measures = measure_graph(network);
        const int degree = q % 4 == 1 ? (3 * q - 1) / 2 : (3 * q + 1) / 2;
        EXPECT_EQ(measures.routers, 2 * q * q);
        EXPECT_EQ(measures.nodes, 4 * q * q);
        EXPECT_EQ(measures.links, q * q * degree);
        EXPECT_EQ(measures.links_by_class[1].second, q * q * q);
        EXPECT_EQ(measures.degree_min, degree);
        EXPECT_EQ(measures.degree_max, degree);
        EXPECT_EQ(measures.distances->diameter, 2);
        if (q <= 7) {
            expect_consistent(network);
        }
    }
}

TEST(SlimFly, OfFiveIsTheHoffmanSingletonGraph) {
    const GraphMeasures measures = measure_graph(SlimFly(5, 1));
    EXPECT_EQ(measures.routers, 50);
    EXPECT_EQ(measures.degree_max, 7);
    EXPECT_NEAR(measures.distances->mean, (7 * 1 + 42 * 2) / 49.0, 1e-12);
}

TEST(SlimFly, RefusesWhatIsNoOddPrime) {
    for (const std::int64_t q : {2, 4, 9, 15, 91, 121, 131}) {
        EXPECT_THROW(SlimFly(q, 1), OptionError) << q;
    }
    EXPECT_THROW(SlimFly(5, 0), OptionError);
    EXPECT_NO_THROW(SlimFly(127, 1));
}

}  // namespace
}  // namespace flitscope::topo
