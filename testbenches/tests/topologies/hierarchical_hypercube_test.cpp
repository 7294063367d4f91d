#include "topologies/hierarchical_hypercube.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

using Scheme = HierarchicalHypercube::Scheme;

TEST(HierarchicalHypercube, EqualsItsDefinitionAndClosedFormsForEverySmallSize) {
    for (int dimensions = 2; dimensions <= 8; ++dimensions) {
        for (int d = 1; d < dimensions; ++d) {
            for (const Scheme scheme : {Scheme::plain, Scheme::replicated, Scheme::standby_spare,
                                        Scheme::replicated_standby}) {
                SCOPED_TRACE("d " + std::to_string(d));
                const HierarchicalHypercube network(d, dimensions, scheme);
                expect_consistent(network);
                const int copies = network.replicated() ? 2 : 1;
                const int e = dimensions - d;
                const GraphMeasures measures = measure_graph(network);
                EXPECT_EQ(measures.links_by_class[0].second, d << (dimensions - 1));
                EXPECT_EQ(measures.links_by_class[1].second, copies * (e << e) / 2);
                EXPECT_EQ(measures.degree_min, d == 1 && copies == 2 ? dimensions : d);
                EXPECT_EQ(measures.degree_max, dimensions);
                EXPECT_EQ(measures.distances->diameter, copies == 2 ? dimensions : dimensions + d);
            }
        }
    }
}

TEST(HierarchicalHypercube, HasThePublishedFiguresForThirtyTwoNodes) {
    // Links and mean distances of the worked example with D = 5, d = 2: 44 and 56 links.
    const GraphMeasures plain = measure_graph(HierarchicalHypercube(2, 5, Scheme::plain));
    EXPECT_EQ(plain.links, 44);
    EXPECT_NEAR(plain.distances->mean, 3.4838709677, 5e-11);
    const GraphMeasures replicated = measure_graph(HierarchicalHypercube(2, 5, Scheme::replicated));
    EXPECT_EQ(replicated.links, 56);
    EXPECT_NEAR(replicated.distances->mean, 2.8064516129, 5e-11);
}

TEST(HierarchicalHypercube, HasThePublishedLinkCountsForSixtyFourNodes) {
    EXPECT_EQ(measure_graph(HierarchicalHypercube(3, 6, Scheme::standby_spare)).links, 108);
    EXPECT_EQ(measure_graph(HierarchicalHypercube(3, 6, Scheme::replicated_standby)).links, 120);
}

TEST(HierarchicalHypercube, KeepsInterfacesAndSparesAtTheCorners) {
    const HierarchicalHypercube plain(3, 6, Scheme::plain);
    const HierarchicalHypercube spare(3, 6, Scheme::standby_spare);
    const HierarchicalHypercube both(3, 6, Scheme::replicated_standby);
    EXPECT_EQ(plain.interface_of(8), 0);
    EXPECT_EQ(plain.interface_of(15), -1);
    EXPECT_EQ(both.interface_of(15), 1);
    EXPECT_EQ(both.interface_of(9), -1);
    EXPECT_EQ(both.ports(15), 6);
    EXPECT_EQ(both.ports(14), 3);
    EXPECT_EQ(both.peer(15, 4), (PortPeer{31, 4}));
    EXPECT_EQ(both.link_class(15, 3), 1);
    EXPECT_FALSE(plain.has_spare(8));
    EXPECT_TRUE(spare.has_spare(8));
    EXPECT_FALSE(spare.has_spare(15));
    EXPECT_TRUE(both.has_spare(15));
    EXPECT_FALSE(both.has_spare(14));
}

TEST(HierarchicalHypercube, SwitchesLevel2LinksToASpareOfItsOwnNodes) {
    const HierarchicalHypercube single(3, 6, Scheme::standby_spare);
    const HierarchicalHypercube both(3, 6, Scheme::replicated_standby);
    EXPECT_EQ(single.own_node_spare(8, 3), 15) << "opposite in the cluster";
    EXPECT_EQ(single.own_node_spare(8, 5), 15);
    EXPECT_EQ(both.own_node_spare(8, 3), 9) << "the opposite node is an interface itself";
    EXPECT_EQ(both.own_node_spare(15, 5), 14);
    EXPECT_EQ(single.own_node_spare(8, 2), 8) << "links of the cluster stay";
    EXPECT_EQ(HierarchicalHypercube(3, 6, Scheme::replicated).own_node_spare(8, 3), 8);
}

TEST(HierarchicalHypercube, IsBuiltByNameAndRefusesWhatMakesNone) {
    const auto build = [](std::int64_t d, std::int64_t dimensions, const std::string& scheme) {
        return make_topology(
            "hierarchical_hypercube",
            {{"cluster_dimensions", d}, {"dimensions", dimensions}, {"scheme", scheme}});
    };
    EXPECT_TRUE(build(3, 6, "standby_spare")->has_spare(0));
    EXPECT_EQ(measure_graph(*build(3, 6, "replicated")).links, 120);
    EXPECT_EQ(measure_graph(
                  *make_topology("hierarchical_hypercube", {{"cluster_dimensions", std::int64_t{3}},
                                                            {"dimensions", std::int64_t{6}}}))
                  .links,
              108);
    const auto key_of = [&](std::int64_t d, std::int64_t dimensions, const std::string& scheme) {
        try {
            build(d, dimensions, scheme);
        } catch (const OptionError& error) {
            return error.key();
        }
        return std::string("none");
    };
    EXPECT_EQ(key_of(6, 6, "plain"), "cluster_dimensions");
    EXPECT_EQ(key_of(0, 6, "plain"), "cluster_dimensions");
    EXPECT_EQ(key_of(1, 1, "plain"), "dimensions");
    EXPECT_EQ(key_of(1, 27, "plain"), "dimensions");
    EXPECT_EQ(key_of(3, 6, "doubled"), "scheme");
}

}  // namespace
}  // namespace flitscope::topo
