#include "topologies/mesh.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"

namespace flitscope::topo {
namespace {

using Sizes = std::vector<std::int64_t>;

TEST(Mesh, EqualsItsDefinitionAndClosedFormsForEverySmallSize) {
    for (std::int64_t x = 1; x <= 6; ++x) {
        expect_consistent(Mesh({x}));
        for (std::int64_t y = 1; y <= 5; ++y) {
            expect_consistent(Mesh({x, y}));
            for (std::int64_t z = 1; z <= 3; ++z) {
                expect_consistent(Mesh({x, y, z}));
            }
        }
    }
    for (const Sizes& size : {Sizes{2, 3, 1, 2}, Sizes{3, 2, 2, 3}, Sizes{2, 2, 2, 2, 2}}) {
        expect_consistent(Mesh(size));
    }
}

TEST(Mesh, NumbersPortsAndNodesAsSpecified) {
    const Mesh mesh({4, 3, 2});
    const NodeId node = 1 + 4 * (1 + 3 * 0);
    EXPECT_EQ(mesh.router_at({1, 1, 0}), node);
    EXPECT_EQ(mesh.ports(node), 6);
    EXPECT_EQ(mesh.peer(node, 0), (PortPeer{node + 1, 1}));
    EXPECT_EQ(mesh.peer(node, 1), (PortPeer{node - 1, 0}));
    EXPECT_EQ(mesh.peer(node, 2), (PortPeer{node + 4, 3}));
    EXPECT_EQ(mesh.peer(node, 3), (PortPeer{node - 4, 2}));
    EXPECT_EQ(mesh.peer(node, 4), (PortPeer{node + 12, 5}));
    EXPECT_FALSE(mesh.peer(node, 5).connected());
    EXPECT_EQ(mesh.node_name(node), "(1,1,0)");
    EXPECT_EQ(mesh.link_class(node, 4), 2);
}

TEST(Mesh, NodeTwentyOneOfFourByFourByFourIsTheDiagonalNeighbourOfTheCorner) {
    EXPECT_EQ(Mesh({4, 4, 4}).coordinates(21), (std::vector<int>{1, 1, 1}));
}

TEST(Mesh, KnowsBisectionsOfEvenAndOddSizes) {
    EXPECT_EQ(Mesh({8, 8}).bisection(), 8);
    EXPECT_EQ(Mesh({4, 16}).bisection(), 4);
    EXPECT_EQ(Mesh({3, 3}).bisection(), 4);
    EXPECT_EQ(Mesh({5, 5, 5}).bisection(), 31);
    EXPECT_EQ(Mesh({1, 1}).bisection(), 0);
}

TEST(Mesh, AnswersForAMillionNodesAtOnce) {
    const Mesh mesh({1024, 1024});
    EXPECT_EQ(mesh.peer(1048575, 3), (PortPeer{1047551, 2}));
    EXPECT_EQ(mesh.distance(0, 1048575), 2046);
    EXPECT_EQ(mesh.distance_summary()->diameter, 2046);
}

TEST(Mesh, RefusesSizesThatMakeNoMesh) {
    for (const Sizes& size : {Sizes{}, Sizes{4, 0}, Sizes{-1}, Sizes{1 << 16, 1 << 16},
                              Sizes(17, 1), Sizes{INT64_MAX, 2}}) {
        try {
            const Mesh mesh(size);
            FAIL() << size.size();
        } catch (const OptionError& error) {
            EXPECT_EQ(error.key(), "size");
        }
    }
}

}  // namespace
}  // namespace flitscope::topo
