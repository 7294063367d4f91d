// Routing functions that the RTL looks up: fast and verilog level event by event, with all routers
// in Verilog or one of them among routers at fast level; and level signal for half of them.
#include <gtest/gtest.h>

#include <set>

#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/whole/verilog/network_sets.h"
#include "testbenches/tests/whole/verilog/table_networks.h"
#include "tlm/mixed/mixed_network.h"
#include "topologies/registry.h"

namespace flitscope::cosim {
namespace {

constexpr int kTableScenarios = 4;

class RouteTableCrosscheck : public testing::TestWithParam<std::size_t> {};

tb::CheckedRun one_among_fast(const tb::CrosscheckScenario& scenario, topo::NodeId node) {
    return {"one among fast", [&scenario, node](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                tl::MixedNetwork network(description, {node},
                                         verilog_router_factory(description, table_sets(), {node}));
                return tb::run_scenario(scenario, network);
            }};
}

TEST_P(RouteTableCrosscheck, LevelsAndMixesAreEqual) {
    const VerilatedNetwork& network = table_networks()[GetParam()];
    std::uint64_t messages = 0;
    for (std::uint64_t i = 0; i < kTableScenarios; ++i) {
        tb::CrosscheckScenario drawn = verilog_scenario(network, 100 * GetParam() + i);
        const tb::CrosscheckScenario scenario =
            i % 2 == 1 ? with_own_vcs(std::move(drawn)) : std::move(drawn);
        const auto router =
            static_cast<topo::RouterId>(scenario.seed * 7 % scenario.topology->routers());
        std::vector<tb::CheckedRun> runs = {
            tb::checked_run(scenario, "fast", tl::make_fast_network),
            verilog_run(scenario, table_sets(), "verilog"), one_among_fast(scenario, router)};
        if (i < 2) {
            runs.push_back(tb::checked_run(scenario, "signal", rtl::make_signal_network));
        }
        const tb::CrosscheckReport report = tb::compare_runs(runs);
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 100u) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Network, RouteTableCrosscheck,
                         testing::Range(std::size_t{0}, table_networks().size()),
                         [](const auto& network) { return table_networks()[network.param].name; });

TEST(RouteTableNetworks, AreOfAllTopologies) {
    std::set<std::string> kinds;
    std::set<std::string> algorithms;
    for (const VerilatedNetwork& network : verilated_networks()) {
        kinds.insert(verilog_scenario(network, 0).topology->kind());
    }
    for (const VerilatedNetwork& network : table_networks()) {
        const tb::CrosscheckScenario scenario = verilog_scenario(network, 0);
        kinds.insert(scenario.topology->kind());
        algorithms.insert(scenario.routing->algorithm());
        EXPECT_GE(scenario.topology->nodes(), 9) << network.name;
        EXPECT_LE(scenario.topology->nodes(), 64) << network.name;
    }
#ifndef FLITSCOPE_LONG_SETS
    kinds.insert({"tree", "slim_fly"});
#endif
    for (const topo::TopologyEntry& each : topo::topologies()) {
        EXPECT_EQ(kinds.count(each.kind), 1u) << each.kind;
    }
    EXPECT_GE(algorithms.size(), 8u) << "all but ecube when this was written";
}

}  // namespace
}  // namespace flitscope::cosim
