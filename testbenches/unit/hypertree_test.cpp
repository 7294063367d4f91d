#include "topologies/hypertree.h"

#include <gtest/gtest.h>

#include "testbenches/unit/topology_checks.h"
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

TEST(Hypertree, LinksParentsChildrenAndTheOtherHalfOfTheLevel) {
    const Hypertree tree(4);
    EXPECT_EQ(peer_of_label(tree, 5, 0), (PortPeer{2, 2}));
    EXPECT_EQ(peer_of_label(tree, 5, 1), (PortPeer{10, 0}));
    EXPECT_EQ(peer_of_label(tree, 5, 2), (PortPeer{11, 0}));
    EXPECT_EQ(peer_of_label(tree, 5, 3), (PortPeer{7, 3}));
    EXPECT_EQ(peer_of_label(tree, 8, 3), (PortPeer{12, 3}));
    EXPECT_EQ(peer_of_label(tree, 2, 3), (PortPeer{3, 3}));
    EXPECT_FALSE(tree.peer(0, 0).connected());
    EXPECT_FALSE(tree.peer(0, 3).connected());
    EXPECT_FALSE(tree.peer(14, 1).connected());
}

TEST(Hypertree, RefusesLevelsOutsideTheRange) {
    for (const std::int64_t levels : {1, 21}) {
        EXPECT_THROW(make_topology("hypertree", {{"levels", levels}}), OptionError) << levels;
    }
}

}  // namespace
}  // namespace flitscope::topo
