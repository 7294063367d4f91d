#include "topologies/torus.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/ring.h"

namespace flitscope::topo {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(Torus, EqualsItsDefinitionAndClosedFormsForEverySmallSize) {
    for (std::int64_t x = 3; x <= 7; ++x) {
        expect_consistent(Torus({x}));
        for (std::int64_t y = 3; y <= 6; ++y) {
            expect_consistent(Torus({x, y}));
            expect_consistent(Torus({x, y, 3}));
        }
    }
    expect_consistent(Torus({3, 4, 3, 3}));
}

TEST(Torus, HasALinkBetweenTheLastAndTheFirstNodeOfEveryDimension) {
    const Torus torus({4, 3});
    EXPECT_EQ(torus.peer(3, 0), (PortPeer{0, 1}));
    EXPECT_EQ(torus.peer(0, 1), (PortPeer{3, 0}));
    EXPECT_EQ(torus.peer(8, 2), (PortPeer{0, 3}));
    EXPECT_EQ(torus.peer(2, 3), (PortPeer{10, 2}));
    EXPECT_EQ(torus.node_name(6), "(2,1)");
    EXPECT_EQ(torus.link_class(0, 3), 1);
}

TEST(Torus, OfOneDimensionIsTheRing) {
    const Torus torus({9});
    const Ring ring(9);
    for (NodeId node = 0; node < 9; ++node) {
        for (PortId port = 0; port < 2; ++port) {
            EXPECT_EQ(torus.peer(node, port), ring.peer(node, port));
        }
    }
}

/// Textbook figures: the k-ary n-cube, k even, has n k / 4 hops on average (the node itself
/// counted), diameter n k / 2 and bisection 2 k^(n-1).
TEST(Torus, HasThePublishedFiguresOfAnEightByEight) {
    const Torus torus({8, 8});
    EXPECT_EQ(torus.bisection(), 16);
    EXPECT_EQ(torus.distance_summary()->diameter, 8);
    EXPECT_DOUBLE_EQ(torus.distance_summary()->mean, 4.0 * 64 / 63);
}

TEST(Torus, RefusesSizesThatMakeNone) {
    for (const Sizes& size : {Sizes{}, Sizes{2, 4}, Sizes{1}, Sizes{100000, 100000}}) {
        try {
            make_topology("torus", {{"size", size}});
            FAIL();
        } catch (const OptionError& error) {
            EXPECT_EQ(error.key(), "size");
        }
    }
}

}  // namespace
}  // namespace flitscope::topo
