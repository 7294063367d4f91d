#include "topologies/bisection_bounds.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/custom.h"
#include "topologies/dragonfly.h"
#include "topologies/fat_tree.h"
#include "topologies/graph_measures.h"
#include "topologies/registry.h"

namespace flitscope::topo {
namespace {

using Sizes = std::vector<std::int64_t>;

std::vector<std::unique_ptr<Topology>> with_closed_forms() {
    std::vector<std::unique_ptr<Topology>> all;
    for (const std::int64_t n : {1, 3, 6, 8}) {
        all.push_back(make_topology("hypercube", {{"dimensions", n}}));
    }
    for (const Sizes& size : {Sizes{8, 8}, Sizes{4, 3}, Sizes{3, 3}, Sizes{5, 5, 5}, Sizes{9}}) {
        all.push_back(make_topology("mesh", {{"size", size}}));
    }
    all.push_back(make_topology("torus", {{"size", Sizes{8, 4}}}));
    all.push_back(make_topology("ring", {{"nodes", std::int64_t{20}}}));
    all.push_back(make_topology("complete", {{"nodes", std::int64_t{9}}}));
    all.push_back(make_topology("cube_connected_cycles", {{"dimensions", std::int64_t{4}}}));
    all.push_back(make_topology("hierarchical_cubic", {{"dimensions", std::int64_t{3}}}));
    all.push_back(make_topology("hierarchical_hypercube", {{"cluster_dimensions", std::int64_t{3}},
                                                           {"dimensions", std::int64_t{6}}}));
    return all;
}

TEST(BisectionBounds, EncloseTheClosedForms) {
    for (const auto& topology : with_closed_forms()) {
        const BisectionBounds bounds = bound_bisection(*topology);
        EXPECT_LE(bounds.lower, topology->bisection()) << topology->kind();
        EXPECT_GE(bounds.upper, topology->bisection()) << topology->kind();
        EXPECT_GT(bounds.lower, 0) << topology->kind();
        EXPECT_EQ(some_bisection(*topology), bounds.upper) << topology->kind();
    }
}

TEST(BisectionBounds, MeetWhereAllLinksAreAlike) {
    for (const auto& [kind, options] : std::vector<std::pair<std::string, Options>>{
             {"hypercube", {{"dimensions", std::int64_t{7}}}},
             {"torus", {{"size", Sizes{6, 6}}}},
             {"ring", {{"nodes", std::int64_t{30}}}},
             {"complete", {{"nodes", std::int64_t{12}}}}}) {
        const auto topology = make_topology(kind, options);
        const BisectionBounds bounds = bound_bisection(*topology);
        EXPECT_EQ(bounds.lower, topology->bisection()) << kind;
        EXPECT_EQ(bounds.upper, topology->bisection()) << kind;
    }
}

TEST(BisectionBounds, EncloseTheTruthOfRandomNetworks) {
    std::mt19937 random(3);
    int found = 0;
    for (int i = 0; i < 60; ++i) {
        CustomGraph graph;
        graph.routers = static_cast<NodeId>(2 + random() % 12);
        graph.link_classes = {"link"};
        for (NodeId node = 1; node < graph.routers; ++node) {
            graph.links.push_back(
                {static_cast<NodeId>(random() % static_cast<unsigned>(node)), node, 0, ""});
        }
        for (NodeId a = 0; a < graph.routers; ++a) {
            for (NodeId b = a + 1; b < graph.routers; ++b) {
                const bool there =
                    std::any_of(graph.links.begin(), graph.links.end(),
                                [&](const CustomLink& l) { return l.from == a && l.to == b; });
                if (!there && random() % 4 == 0) {
                    graph.links.push_back({a, b, 0, ""});
                }
            }
        }
        const Custom network(graph);
        const BisectionBounds bounds = bound_bisection(network);
        const std::int64_t truth = searched_bisection(network);
        ASSERT_LE(bounds.lower, truth) << i;
        ASSERT_GE(bounds.upper, truth) << i;
        found += bounds.upper == truth ? 1 : 0;
    }
    EXPECT_GE(found, 57);  // exchanges of pairs may end in a split that is not the best
}

TEST(BisectionBounds, AreWhatMeasuresSayWhereNoClosedFormIsKnown) {
    const auto tree = make_topology("hypertree", {{"levels", std::int64_t{5}}});
    const GraphMeasures measured = measure_graph(*tree);
    const BisectionBounds bounds = bound_bisection(*tree);
    EXPECT_EQ(measured.bisection, -1);
    ASSERT_TRUE(measured.bisection_bounds);
    EXPECT_EQ(measured.bisection_bounds->lower, bounds.lower);
    EXPECT_EQ(measured.bisection_bounds->upper, bounds.upper);
    EXPECT_LT(bounds.lower, bounds.upper);
    // A torus of odd sizes has no closed form here; one of 3 x 3 is small enough to search.
    const auto torus = make_topology("torus", {{"size", Sizes{3, 3}}});
    EXPECT_EQ(bound_bisection(*torus).upper, searched_bisection(*torus));
    const auto large =
        make_topology("chordal_ring", {{"nodes", std::int64_t{4096}}, {"chord", std::int64_t{7}}});
    EXPECT_FALSE(measure_graph(*large).bisection_bounds);
}

TEST(BisectionBounds, HoldWithEquallyManyNodesAtAllRouters) {
    for (const auto& [a, h, p] :
         std::vector<std::array<int, 3>>{{2, 1, 2}, {2, 2, 1}, {3, 1, 3}, {2, 3, 4}, {4, 1, 1}}) {
        const Dragonfly network(a, h, p);
        const GraphMeasures measured = measure_graph(network);
        const std::int64_t truth = searched_bisection(network);
        SCOPED_TRACE(std::to_string(network.routers()) + " routers: " + std::to_string(truth));
        const BisectionBounds found =
            measured.bisection_bounds.value_or(BisectionBounds{truth, measured.bisection});
        EXPECT_LE(found.lower, truth);
        EXPECT_EQ(found.upper, truth);
    }
    EXPECT_FALSE(measure_graph(FatTree(FatTree::Shape::fat_tree, 3, 2)).bisection_bounds);
}

}  // namespace
}  // namespace flitscope::topo
