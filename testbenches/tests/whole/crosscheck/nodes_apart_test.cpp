// Routers with none, one or several nodes: fast, signal and mixed levels, event by event, on random
// configurations of each such topology.
#include <gtest/gtest.h>

#include <set>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/mixed_run.h"

namespace flitscope::tb {
namespace {

class NodesApart : public testing::TestWithParam<std::string> {};

TEST_P(NodesApart, AreEqualAtFastSignalAndMixedLevels) {
    const auto scenarios = static_cast<std::uint64_t>(sized(20, 300));
    std::uint64_t messages = 0;
    for (std::uint64_t seed = 0; seed < scenarios; ++seed) {
        const CrosscheckScenario scenario(seed, GetParam());
        const CrosscheckReport report = compare_runs(
            {checked_run(scenario, "fast", tl::make_fast_network),
             checked_run(scenario, "signal", rtl::make_signal_network), mixed_run(scenario)});
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 1000U) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Topology, NodesApart, testing::ValuesIn(kinds_with_nodes_apart()),
                         [](const auto& test) { return test.param; });

TEST(NodesApart, AreDrawnWithAllKindsOfLocalPortsAndNumbersOfNodes) {
    std::set<int> nodes;
    std::set<int> injection;
    std::set<int> ejection;
    for (const std::string& kind : kinds_with_nodes_apart()) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const CrosscheckScenario scenario(seed, kind);
            injection.insert(scenario.router.injection_ports);
            ejection.insert(scenario.router.ejection_ports);
            for (topo::RouterId router = 0; router < scenario.topology->routers(); ++router) {
                nodes.insert(scenario.topology->nodes_at(router));
            }
        }
    }
    for (const int each : {0, 1, 2, 3}) {
        EXPECT_EQ(nodes.count(each), 1U) << each << " nodes at a router";
    }
    for (const int each : {rtl::kAll, 1, 2}) {
        EXPECT_EQ(injection.count(each), 1U) << each << " injection ports";
        EXPECT_EQ(ejection.count(each), 1U) << each << " ejection ports";
    }
}

}  // namespace
}  // namespace flitscope::tb
