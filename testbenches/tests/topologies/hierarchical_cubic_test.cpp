#include "topologies/hierarchical_cubic.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

TEST(HierarchicalCubic, EqualsItsDefinition) {
    for (int n = 1; n <= 4; ++n) {
        const HierarchicalCubic network(n);
        expect_consistent(network);
        const GraphMeasures measures = measure_graph(network);
        EXPECT_EQ(measures.nodes, 1 << (2 * n));
        EXPECT_EQ(measures.links, (n + 1) << (2 * n - 1));
        EXPECT_EQ(measures.degree_min, n + 1);
        EXPECT_EQ(measures.degree_max, n + 1);
        EXPECT_EQ(measures.distances->diameter, n + (n + 1) / 3 + 1);
    }
}

TEST(HierarchicalCubic, HasThePublishedFigures) {
    const GraphMeasures sixteen = measure_graph(HierarchicalCubic(2));
    EXPECT_EQ(sixteen.links, 24);
    EXPECT_NEAR(sixteen.distances->mean, 2.3, 1e-12);
    EXPECT_EQ(measure_graph(HierarchicalCubic(3)).links, 128);
}

TEST(HierarchicalCubic, JoinsClustersByOneExternalLinkPerNode) {
    const HierarchicalCubic network(3);
    EXPECT_EQ(network.peer(network.node(5, 3), 3), (PortPeer{network.node(3, 5), 3}));
    EXPECT_EQ(network.link_class(network.node(5, 3), 3), 1);
    EXPECT_EQ(network.peer(network.node(5, 5), 3), (PortPeer{network.node(2, 2), 3}));
    EXPECT_EQ(network.link_class(network.node(5, 5), 3), 2);
    EXPECT_EQ(network.link_class(network.node(5, 5), 2), 0);
    EXPECT_EQ(network.peer(network.node(5, 3), 2), (PortPeer{network.node(5, 7), 2}));
}

TEST(HierarchicalCubic, RefusesDimensionsOutsideTheRange) {
    for (const std::int64_t n : {0, 13}) {
        EXPECT_THROW(make_topology("hierarchical_cubic", {{"dimensions", n}}), OptionError) << n;
    }
}

}  // namespace
}  // namespace flitscope::topo
