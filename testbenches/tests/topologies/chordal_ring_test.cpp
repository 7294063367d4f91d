#include "topologies/chordal_ring.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

TEST(ChordalRing, EqualsItsDefinitionForEverySmallSize) {
    for (int n = 6; n <= 30; n += 2) {
        for (int w = 3; w <= n - 3; w += 2) {
            SCOPED_TRACE("chord " + std::to_string(w));
            const ChordalRing ring(n, w);
            expect_consistent(ring);
            const GraphMeasures measures = measure_graph(ring);
            EXPECT_EQ(measures.links_by_class[0].second, n);
            EXPECT_EQ(measures.links_by_class[1].second, n / 2);
            EXPECT_EQ(measures.degree_min, 3);
            for (NodeId odd = 1; odd < n; odd += 2) {
                EXPECT_EQ(ring.peer(odd, 2), (PortPeer{(odd + w) % n, 2}));
            }
        }
    }
}

TEST(ChordalRing, StaysInRangeAtTheLargestSize) {
    const ChordalRing ring(std::int64_t{1} << 30, (std::int64_t{1} << 30) - 3);
    const PortPeer there = ring.peer(ring.nodes() - 1, 2);
    EXPECT_EQ(there, (PortPeer{ring.nodes() - 4, 2}));
    EXPECT_EQ(ring.peer(there.node, 2), (PortPeer{ring.nodes() - 1, 2}));
}

TEST(ChordalRing, RefusesWhatMakesNone) {
    const auto key_of = [](std::int64_t nodes, std::int64_t chord) {
        try {
            make_topology("chordal_ring", {{"nodes", nodes}, {"chord", chord}});
        } catch (const OptionError& error) {
            return error.key();
        }
        return std::string("none");
    };
    EXPECT_EQ(key_of(64, 15), "none");
    EXPECT_EQ(key_of(63, 15), "nodes");
    EXPECT_EQ(key_of(4, 3), "nodes");
    EXPECT_EQ(key_of(64, 14), "chord");
    EXPECT_EQ(key_of(64, 1), "chord");
    EXPECT_EQ(key_of(64, 63), "chord");
}

}  // namespace
}  // namespace flitscope::topo
