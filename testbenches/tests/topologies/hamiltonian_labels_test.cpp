#include "topologies/hamiltonian_labels.h"

#include <gtest/gtest.h>

#include <vector>

namespace flitscope::topo {
namespace {

using Sizes = std::vector<std::int64_t>;

HamiltonianLabels labels_of(const Mesh& mesh) { return {mesh, "a part", "its key"}; }

/// The four cases of the paper's equation.
NodeId label_by_cases(const Sizes& size, NodeId x, NodeId y, NodeId z) {
    const auto n = static_cast<NodeId>(size[0]);
    const auto r = static_cast<NodeId>(size.size() == 3 ? size[2] : 1);
    const NodeId along_row = y % 2 == 0 ? (z % 2 == 0 ? x : n - 1 - x)   // NOLINT
                                        : (z % 2 == 0 ? n - 1 - x : x);  // NOLINT
    return n * r * y + n * (y % 2 == 0 ? z : r - 1 - z) + along_row;
}

TEST(HamiltonianLabels, AreAHamiltonianPathOfEverySmallMesh) {
    std::vector<Sizes> all;
    for (std::int64_t x = 1; x <= 5; ++x) {
        for (std::int64_t y = 1; y <= 5; ++y) {
            all.push_back({x, y});
            for (std::int64_t z = 1; z <= 5; ++z) {
                all.push_back({x, y, z});
            }
        }
    }
    for (const Sizes& size : all) {
        const Mesh mesh(size);
        const HamiltonianLabels labels = labels_of(mesh);
        for (NodeId node = 0; node < mesh.nodes(); ++node) {
            const NodeId z = size.size() == 3 ? mesh.coordinate(node, 2) : 0;
            ASSERT_EQ(labels.label(node),
                      label_by_cases(size, mesh.coordinate(node, 0), mesh.coordinate(node, 1), z));
            ASSERT_EQ(labels.node(labels.label(node)), node);
            if (node > 0) {
                ASSERT_EQ(mesh.distance(labels.node(node - 1), labels.node(node)), 1);
            }
        }
    }
}

TEST(HamiltonianLabels, AreThoseOfThePaper) {
    const Mesh mesh({4, 4, 4});
    EXPECT_EQ(mesh.router_at({1, 1, 1}), 21);
    EXPECT_EQ(labels_of(mesh).label(21), 25);
    EXPECT_EQ(labels_of(Mesh({4, 4})).label(5), 6);
}

TEST(HamiltonianLabels, AreForMeshesOfTwoOrThreeDimensions) {
    for (const Sizes& size : {Sizes{7}, Sizes{2, 2, 2, 2}}) {
        try {
            labels_of(Mesh(size));
            FAIL() << size.size();
        } catch (const OptionError& error) {
            EXPECT_EQ(error.key(), "its key");
            EXPECT_STREQ(error.what(),
                         "a part does not fit topology mesh, it is for mesh of two or three "
                         "dimensions");
        }
    }
}

}  // namespace
}  // namespace flitscope::topo
