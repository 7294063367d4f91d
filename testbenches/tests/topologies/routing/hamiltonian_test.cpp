#include "topologies/routing/hamiltonian.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "topologies/deadlock/deadlock.h"
#include "topologies/hypercube.h"

namespace flitscope::topo {
namespace {

using Labels = std::vector<NodeId>;

Labels way(const Mesh& mesh, NodeId from, NodeId to) {
    const Hamiltonian routing(mesh);
    Labels labels{routing.labels().label(from)};
    RouteQuery query;
    query.here = query.source = from;
    query.destination = to;
    while (query.here != to && labels.size() <= static_cast<std::size_t>(mesh.nodes())) {
        query.here = mesh.peer(query.here, routing.only_candidate(query).port).node;
        labels.push_back(routing.labels().label(query.here));
    }
    return labels;
}

/// The rule as it is written, over all nodes that are one hop away.
NodeId next_label(const Mesh& mesh, const HamiltonianLabels& labels, NodeId here, NodeId there) {
    Labels between;
    for (NodeId node = 0; node < mesh.nodes(); ++node) {
        const NodeId label = labels.label(node);
        if (mesh.distance(node, labels.node(here)) == 1 &&
            (here < there ? here < label && label <= there : there <= label && label < here)) {
            between.push_back(label);
        }
    }
    return here < there ? *std::max_element(between.begin(), between.end())
                        : *std::min_element(between.begin(), between.end());
}

/// Greatest number of hops beyond the distance.
int detour(const Mesh& mesh) {
    const HamiltonianLabels labels = Hamiltonian(mesh).labels();
    int most = 0;
    for (NodeId from = 0; from < mesh.nodes(); ++from) {
        for (NodeId to = 0; to < mesh.nodes(); ++to) {
            const Labels path = way(mesh, from, to);
            for (std::size_t i = 0; i + 1 < path.size(); ++i) {
                EXPECT_EQ(path[i + 1], next_label(mesh, labels, path[i], labels.label(to)));
            }
            EXPECT_TRUE(std::is_sorted(path.begin(), path.end()) ||
                        std::is_sorted(path.rbegin(), path.rend()));
            most = std::max(most, static_cast<int>(path.size()) - 1 - mesh.distance(from, to));
        }
    }
    return most;
}

TEST(Hamiltonian, GoesToTheFarthestLabelThatDoesNotPassTheDestination) {
    EXPECT_EQ(detour(Mesh({4, 4})), 0);
    EXPECT_EQ(detour(Mesh({5, 3})), 0);
    EXPECT_EQ(detour(Mesh({1, 6})), 0);
    EXPECT_EQ(detour(Mesh({4, 4, 4})), 2);
    EXPECT_EQ(detour(Mesh({5, 5, 5})), 2);
}

TEST(Hamiltonian, TakesTheWayOfThePaper) {
    const Mesh mesh({4, 4, 4});
    const HamiltonianLabels labels = Hamiltonian(mesh).labels();
    EXPECT_EQ(way(mesh, labels.node(0), labels.node(30)), (Labels{0, 7, 24, 25, 30}));
    EXPECT_EQ(mesh.distance(labels.node(0), labels.node(30)), 2);
}

TEST(Hamiltonian, IsFreeOfDeadlockWithOneClass) {
    for (const std::vector<std::int64_t>& size :
         {std::vector<std::int64_t>{6, 5}, {3, 7}, {4, 3, 5}}) {
        const Mesh mesh(size);
        const RoutingCheck check = check_routing(mesh, Hamiltonian(mesh), {0});
        EXPECT_TRUE(check.deadlock_free());
        EXPECT_EQ(check.pairs, std::int64_t{mesh.nodes()} * (mesh.nodes() - 1));
    }
}

TEST(Hamiltonian, IsForMeshesOfTwoOrThreeDimensions) {
    EXPECT_NO_THROW(make_routing("hamiltonian", Mesh({2, 3}), {}));
    EXPECT_THROW(make_routing("hamiltonian", Mesh({4}), {}), OptionError);
    EXPECT_THROW(make_routing("hamiltonian", Hypercube(2), {}), OptionError);
}

}  // namespace
}  // namespace flitscope::topo
