#include "topologies/cube_connected_cycles.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

TEST(CubeConnectedCycles, TextbookFormEqualsItsDefinition) {
    for (int k = 3; k <= 6; ++k) {
        const auto network = CubeConnectedCycles::textbook(k);
        if (k <= 5) {
            expect_consistent(network);
        }
        const GraphMeasures measures = measure_graph(network);
        EXPECT_EQ(measures.nodes, k << k);
        EXPECT_EQ(measures.links, 3 * (k << k) / 2);
        EXPECT_EQ(measures.degree_min, 3);
        EXPECT_EQ(measures.degree_max, 3);
        EXPECT_EQ(measures.distances->diameter, k == 3 ? 6 : 2 * k + k / 2 - 2);
    }
}

TEST(CubeConnectedCycles, HasThePublishedFigures) {
    const GraphMeasures measures = measure_graph(CubeConnectedCycles::textbook(3));
    EXPECT_EQ(measures.links, 36);
    EXPECT_NEAR(measures.distances->mean, 3.2173913043, 5e-11);
}

TEST(CubeConnectedCycles, PowerOfTwoFormEqualsItsDefinition) {
    for (int bits = 2; bits <= 8; ++bits) {
        const auto network = CubeConnectedCycles::of_nodes(1 << bits);
        EXPECT_EQ(network.nodes(), 1 << bits);
        expect_consistent(network);
        int r = 0;
        for (NodeId length = network.cycle_length(); length > 1; length /= 2) {
            ++r;
        }
        EXPECT_EQ(network.cycle_length(), 1 << r);
        EXPECT_GE(r + (1 << r), bits);
        EXPECT_LT(r == 0 ? 0 : r - 1 + (1 << (r - 1)), bits);
        EXPECT_EQ(network.cube_dimensions(), bits - r);
        const GraphMeasures measures = measure_graph(network);
        EXPECT_EQ(measures.links_by_class[1].second, (bits - r) << (bits - r - 1));
    }
}

TEST(CubeConnectedCycles, BothFormsAreTheSameForSixtyFourNodes) {
    const auto textbook = CubeConnectedCycles::textbook(4);
    const auto variant = CubeConnectedCycles::of_nodes(64);
    EXPECT_EQ(measure_graph(variant).links, 96);
    EXPECT_EQ(variant.cycle_length(), 4);
    for (NodeId node = 0; node < 64; ++node) {
        for (PortId port = 0; port < 3; ++port) {
            EXPECT_EQ(textbook.peer(node, port), variant.peer(node, port));
        }
    }
}

TEST(CubeConnectedCycles, NumbersPortsAsSpecified) {
    const auto network = CubeConnectedCycles::textbook(3);
    const NodeId node = 5 * 3 + 2;  // cycle 5, position 2
    EXPECT_EQ(network.peer(node, 0), (PortPeer{5 * 3 + 0, 1}));
    EXPECT_EQ(network.peer(node, 1), (PortPeer{5 * 3 + 1, 0}));
    EXPECT_EQ(network.peer(node, 2), (PortPeer{1 * 3 + 2, 2}));
    EXPECT_FALSE(CubeConnectedCycles::of_nodes(32).peer(3, 2).connected());
}

TEST(CubeConnectedCycles, TakesExactlyOneFormAndRefusesWhatMakesNone) {
    const auto key_of = [](const Options& options) {
        try {
            make_topology("cube_connected_cycles", options);
        } catch (const OptionError& error) {
            return "\"" + error.key() + "\"";
        }
        return std::string("none");
    };
    const std::int64_t three = 3;
    const std::int64_t many = 64;
    EXPECT_EQ(key_of({{"dimensions", three}}), "none");
    EXPECT_EQ(key_of({{"nodes", many}}), "none");
    EXPECT_EQ(key_of({}), "\"\"");
    EXPECT_EQ(key_of({{"dimensions", three}, {"nodes", many}}), "\"nodes\"");
    EXPECT_EQ(key_of({{"dimensions", std::int64_t{2}}}), "\"dimensions\"");
    EXPECT_EQ(key_of({{"nodes", std::int64_t{48}}}), "\"nodes\"");
    EXPECT_EQ(key_of({{"nodes", std::int64_t{2}}}), "\"nodes\"");
}

}  // namespace
}  // namespace flitscope::topo
