#include "analytic/component_lifetime.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/ring.h"

namespace flitscope::analytic {
namespace {

TEST(ComponentLifetime, EveryLinkOfATopologyIsListedOnce) {
    EXPECT_EQ(edges_of(topo::Hypercube(4)).size(), 32U);
    EXPECT_EQ(edges_of(topo::Ring(7)).size(), 7U);
    EXPECT_EQ(edges_of(topo::Mesh({3, 4})).size(), 17U);
}

TEST(ComponentLifetime, LargestComponentCountsWorkingNodesOnly) {
    const std::vector<Edge> path{{0, 1}, {1, 2}, {2, 3}};
    EXPECT_EQ(largest_component(path, {1, 1, 1, 1}, {1, 1, 1}), 4);
    EXPECT_EQ(largest_component(path, {1, 1, 1, 1}, {1, 0, 1}), 2);
    EXPECT_EQ(largest_component(path, {1, 0, 1, 1}, {1, 1, 1}), 2);
    EXPECT_EQ(largest_component(path, {1, 0, 1, 0}, {1, 1, 1}), 1);
    EXPECT_EQ(largest_component(path, {0, 0, 0, 0}, {1, 1, 1}), 0);
}

/// The last of all death times before which the component is still large enough.
double by_trying_all_times(const std::vector<Edge>& edges, int task_nodes,
                           const std::vector<double>& node_death,
                           const std::vector<double>& edge_death) {
    std::vector<double> times = node_death;
    times.insert(times.end(), edge_death.begin(), edge_death.end());
    std::sort(times.begin(), times.end());
    double before = 0;
    for (const double time : times) {
        std::vector<char> node_works;
        std::vector<char> edge_works;
        for (const double death : node_death) {
            node_works.push_back(death > before ? 1 : 0);
        }
        for (const double death : edge_death) {
            edge_works.push_back(death > before ? 1 : 0);
        }
        if (largest_component(edges, node_works, edge_works) < task_nodes) {
            return before;
        }
        before = time;
    }
    return before;
}

TEST(ComponentLifetime, EqualsTryingAllDeathTimes) {
    constexpr unsigned kSeed = 7;
    std::mt19937_64 generator(kSeed);
    std::exponential_distribution<double> lifetime(1.0);
    for (int trial = 0; trial < 300; ++trial) {
        const topo::Mesh mesh({2 + trial % 4, 3});
        const auto edges = edges_of(mesh);
        std::vector<double> node_death(mesh.nodes());
        std::vector<double> edge_death(edges.size());
        for (double& death : node_death) {
            death = lifetime(generator);
        }
        for (double& death : edge_death) {
            death = trial % 3 == 0 ? INFINITY : lifetime(generator) * 2;
        }
        for (int task_nodes = 1; task_nodes <= mesh.nodes(); ++task_nodes) {
            ComponentLifetime component(edges, mesh.nodes(), task_nodes);
            EXPECT_EQ(component(node_death, edge_death),
                      by_trying_all_times(edges, task_nodes, node_death, edge_death))
                << "seed " << kSeed << " trial " << trial << " I " << task_nodes;
        }
    }
}

}  // namespace
}  // namespace flitscope::analytic
