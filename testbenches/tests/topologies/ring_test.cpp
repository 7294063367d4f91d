#include "topologies/ring.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

TEST(Ring, EqualsItsDefinitionAndClosedForms) {
    for (int n = 3; n <= 24; ++n) {
        const Ring ring(n);
        expect_consistent(ring);
        EXPECT_EQ(measure_graph(ring).links, n);
        EXPECT_EQ(ring.peer(0, 0), (PortPeer{1, 1}));
        EXPECT_EQ(ring.peer(0, 1), (PortPeer{n - 1, 0}));
    }
    EXPECT_DOUBLE_EQ(Ring(64).distance_summary()->mean, 1024.0 / 63);
}

TEST(Ring, RefusesFewerThanThreeNodes) {
    for (const std::int64_t n : {std::int64_t{-1}, std::int64_t{2}, (std::int64_t{1} << 30) + 1}) {
        EXPECT_THROW(make_topology("ring", {{"nodes", n}}), OptionError) << n;
    }
}

}  // namespace
}  // namespace flitscope::topo
