#include "topologies/complete.h"

#include <gtest/gtest.h>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/graph_measures.h"

namespace flitscope::topo {
namespace {

TEST(Complete, EqualsItsDefinitionAndClosedForms) {
    for (int n = 2; n <= 20; ++n) {
        const Complete network(n);
        expect_consistent(network);
        EXPECT_EQ(measure_graph(network).links, n * (n - 1) / 2);
    }
    EXPECT_EQ(Complete(5).peer(2, 1), (PortPeer{1, 1}));
    EXPECT_EQ(Complete(5).peer(2, 2), (PortPeer{3, 2}));
}

TEST(Complete, RefusesFewerThanTwoNodes) {
    for (const std::int64_t n : {0, 1, 65537}) {
        EXPECT_THROW(make_topology("complete", {{"nodes", n}}), OptionError) << n;
    }
}

}  // namespace
}  // namespace flitscope::topo
