#include "topologies/fat_tree.h"

#include <gtest/gtest.h>

#include <cmath>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

std::int64_t power(std::int64_t radix, int exponent) {
    return std::llround(std::pow(radix, exponent));
}

FatTree fat_tree(int radix, int levels) { return {FatTree::Shape::fat_tree, radix, levels}; }
FatTree tree(int radix, int levels) { return {FatTree::Shape::tree, radix, levels}; }

/// visit(radix, levels) for all of at most 400 routers in a fat tree.
template <typename Visit>
void for_sizes(const Visit& visit) {
    for (int radix = 2; radix <= 9; ++radix) {
        for (int levels = 1; levels * power(radix, levels - 1) <= 400; ++levels) {
            visit(radix, levels);
        }
    }
}

TEST(FatTree, EqualsItsDefinition) {
    for_sizes([](int radix, int levels) {
        const FatTree network = fat_tree(radix, levels);
        expect_consistent(network);
        const std::int64_t wide = power(radix, levels - 1);
        const GraphMeasures measures = measure_graph(network);
        EXPECT_EQ(measures.nodes, power(radix, levels));
        EXPECT_EQ(measures.routers, levels * wide);
        EXPECT_EQ(measures.links, (levels - 1) * power(radix, levels));
        EXPECT_EQ(measures.distances->diameter, 2 * (levels - 1));
        EXPECT_EQ(measures.degree_max, levels == 1 ? 0 : levels == 2 ? radix : 2 * radix);
        EXPECT_EQ(measures.bisection, levels == 1 ? 0 : radix % 2 == 0 ? measures.nodes / 2 : -1);
    });
}

TEST(FatTree, LinksRoutersThatDifferAtMostInTheDigitOfTheLowerLevel) {
    for_sizes([](int radix, int levels) {
        const FatTree network = fat_tree(radix, levels);
        const auto wide = static_cast<RouterId>(power(radix, levels - 1));
        for (RouterId router = 0; router + wide < network.routers(); ++router) {
            const auto place = static_cast<RouterId>(power(radix, router / wide));
            const RouterId digit = router % wide / place % radix;
            const PortId first_up = router < wide ? 0 : radix;
            for (PortId copy = 0; copy < radix; ++copy) {
                ASSERT_EQ(network.peer(router, first_up + copy),
                          (PortPeer{router + wide + (copy - digit) * place, digit}))
                    << router << " in " << radix << "-ary " << levels << "-tree";
            }
        }
    });
}

TEST(FatTree, HasItsNodesAtTheLowestRouters) {
    const FatTree network = fat_tree(3, 3);
    EXPECT_EQ(network.place(26), (NodePlace{8, 2}));
    EXPECT_EQ(network.nodes_at(9), 0);
    EXPECT_EQ(network.node_name(26), "(0,8).2");
    EXPECT_EQ(network.router_name(9), "(1,0)");
    EXPECT_EQ(network.link_classes(), (std::vector<std::string>{"level 1", "level 2"}));
}

TEST(Tree, EqualsItsDefinition) {
    for_sizes([](int radix, int levels) {
        const FatTree network = tree(radix, levels);
        expect_consistent(network);
        const GraphMeasures measures = measure_graph(network);
        EXPECT_EQ(measures.nodes, power(radix, levels));
        EXPECT_EQ(measures.routers, (power(radix, levels) - 1) / (radix - 1));
        EXPECT_EQ(measures.links, measures.routers - 1);
        EXPECT_EQ(measures.distances->diameter, 2 * (levels - 1));
        EXPECT_EQ(measures.bisection, levels == 1 ? 0 : radix % 2 == 0 ? radix / 2 : -1);
    });
}

TEST(Tree, LinksARouterToTheOneThatManyTimesFewerAreBelow) {
    const FatTree network = tree(3, 3);
    EXPECT_EQ(network.peer(7, 0), (PortPeer{9 + 2, 1}));
    EXPECT_EQ(network.peer(11, 3), (PortPeer{12, 2}));
    EXPECT_EQ(network.ports(12), 3);
}

TEST(FatTree, RefusesImpossibleParameters) {
    const auto refused_key = [](const std::string& kind, std::int64_t radix, std::int64_t levels) {
        try {
            make_topology(kind, {{"radix", radix}, {"levels", levels}});
        } catch (const OptionError& error) {
            return error.key();
        }
        return std::string("none");
    };
    for (const char* kind : {"fat_tree", "tree"}) {
        EXPECT_EQ(refused_key(kind, 1, 3), "radix");
        EXPECT_EQ(refused_key(kind, 2, 0), "levels");
        EXPECT_EQ(refused_key(kind, 2, 21), "levels");
        EXPECT_EQ(refused_key(kind, 1025, 2), "levels");
        EXPECT_EQ(refused_key(kind, 1024, 2), "none");
    }
}

}  // namespace
}  // namespace flitscope::topo
