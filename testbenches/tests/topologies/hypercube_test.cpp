#include "topologies/hypercube.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"

namespace flitscope::topo {
namespace {

TEST(Hypercube, EqualsItsDefinitionAndClosedForms) {
    for (int n = 1; n <= 8; ++n) {
        const Hypercube cube(n);
        EXPECT_EQ(cube.nodes(), 1 << n);
        EXPECT_EQ(cube.ports(0), n);
        EXPECT_EQ(cube.link_classes().size(), static_cast<std::size_t>(n));
        EXPECT_EQ(cube.link_classes().back(), "dimension " + std::to_string(n - 1));
        expect_consistent(cube);
    }
}

TEST(Hypercube, PortCrossesTheDimensionOfItsNumber) {
    const Hypercube cube(4);
    EXPECT_EQ(cube.peer(0b0101, 3), (PortPeer{0b1101, 3}));
    EXPECT_EQ(cube.peer(0b0101, 0), (PortPeer{0b0100, 0}));
    EXPECT_EQ(cube.link_class(0b0101, 2), 2);
}

TEST(Hypercube, AnswersForAMillionNodesAtOnce) {
    const Hypercube cube(20);
    EXPECT_EQ(cube.nodes(), 1048576);
    EXPECT_EQ(cube.peer(1048575, 19), (PortPeer{524287, 19}));
    EXPECT_EQ(cube.distance(0, 1048575), 20);
    EXPECT_EQ(cube.bisection(), 524288);
    EXPECT_NEAR(cube.distance_summary()->mean, 10.0 * 1048576 / 1048575, 1e-12);
}

TEST(Hypercube, RefusesDimensionsOutsideTheRange) {
    for (const int n : {-1, 0, 27}) {
        try {
            const Hypercube cube(n);
            FAIL() << n;
        } catch (const OptionError& error) {
            EXPECT_EQ(error.key(), "dimensions");
            EXPECT_EQ(std::string(error.what()),
                      "hypercube: dimensions = " + std::to_string(n) + ", must be 1..26");
        }
    }
}

}  // namespace
}  // namespace flitscope::topo
