#include "topologies/concentrated_mesh.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"

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

}  // namespace
}  // namespace flitscope::topo
