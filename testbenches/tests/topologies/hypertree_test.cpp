#include "topologies/hypertree.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/cube_connected_cycles.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

TEST(Hypertree, EqualsItsDefinition) {
    for (int levels = 2; levels <= 8; ++levels) {
        const Hypertree tree(levels);
        expect_consistent(tree);
        const GraphMeasures measures = measure_graph(tree);
        EXPECT_EQ(measures.nodes, (1 << levels) - 1);
        EXPECT_EQ(measures.links_by_class[0].second, measures.nodes - 1);
        EXPECT_EQ(measures.links_by_class[1].second, (measures.nodes - 1) / 2);
        EXPECT_EQ(measures.degree_min, 2);
        EXPECT_EQ(measures.degree_max, levels == 2 ? 2 : 4);
    }
}

/// Labels, root 1, as in the definition.
PortPeer peer_of_label(const Hypertree& tree, NodeId label, PortId port) {
    PortPeer there = tree.peer(label - 1, port);
    there.node += there.connected() ? 1 : 0;
    return there;
}

TEST(Hypertree, LinksParentsAndChildren) {
    const Hypertree tree(4);
    EXPECT_EQ(peer_of_label(tree, 5, 0), (PortPeer{2, 2}));
    EXPECT_EQ(peer_of_label(tree, 5, 1), (PortPeer{10, 0}));
    EXPECT_EQ(peer_of_label(tree, 5, 2), (PortPeer{11, 0}));
    EXPECT_FALSE(tree.peer(0, 0).connected());
    EXPECT_FALSE(tree.peer(0, 3).connected());
    EXPECT_FALSE(tree.peer(14, 1).connected());
}

TEST(Hypertree, LinksWithinALevelAtDepthsThatShareTheLevels) {
    const Hypertree tree(8);
    const std::vector<std::pair<NodeId, NodeId>> links = {{2, 3},   {4, 6},    {5, 7},   {8, 10},
                                                          {9, 11},  {12, 14},  {16, 24}, {32, 36},
                                                          {64, 96}, {128, 160}};
    for (const auto& [one, other] : links) {
        EXPECT_EQ(peer_of_label(tree, one, 3), (PortPeer{other, 3}));
        EXPECT_EQ(peer_of_label(tree, other, 3), (PortPeer{one, 3}));
    }
}

TEST(Hypertree, HasAMeanDistanceBelowCubeConnectedCycles) {
    // Dandamudi, footnote 1: link cost like CCC, mean distance lower. 64 nodes of CCC: 4.698.
    const GraphMeasures measures = measure_graph(Hypertree(6));
    EXPECT_EQ(measures.links, 93);
    EXPECT_NEAR(measures.distances->mean, 4.0241, 5e-5);
    EXPECT_GT(measure_graph(CubeConnectedCycles::of_nodes(64)).distances->mean,
              measures.distances->mean);
}

TEST(Hypertree, RefusesLevelsOutsideTheRange) {
    for (const std::int64_t levels : {1, 21}) {
        EXPECT_THROW(make_topology("hypertree", {{"levels", levels}}), OptionError) << levels;
    }
}

}  // namespace
}  // namespace flitscope::topo
