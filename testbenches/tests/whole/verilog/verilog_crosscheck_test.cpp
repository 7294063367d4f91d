// Fast, signal and verilog level, event by event: all routers in Verilog, or a random half of them
// among routers at signal or at fast level.
// With an observer the RTL's registers are compared with the events too, in every cycle.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/tests/whole/verilog/network_sets.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::cosim {
namespace {

class VerilogCrosscheck : public testing::TestWithParam<std::size_t> {};

constexpr int kCrosscheckScenarios = 6;

tb::CheckedRun verilog_run_among_fast(const tb::CrosscheckScenario& scenario,
                                      const std::vector<topo::NodeId>& nodes) {
    return {"among fast", [&scenario, nodes](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                tl::MixedNetwork network(
                    description, nodes, verilog_router_factory(description, network_sets(), nodes));
                return tb::run_scenario(scenario, network);
            }};
}

/// With a dump of all routers being written. The file is the process's own.
tb::CheckedRun verilog_run_with_waves(const tb::CrosscheckScenario& scenario) {
    return {"with waves", [&scenario](rtl::NetworkObserver& observer) {
                const std::string file = testing::TempDir() + "flitscope_verilog_crosscheck_" +
                                         std::to_string(getpid()) + ".vcd";
                waves::WaveDump dump(file, {}, 5, 400);
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                description.waves = &dump;
                const auto network = make_verilog_network(
                    description, verilog_router_factory(description, network_sets()), true);
                tb::RunReport report = tb::run_scenario(scenario, *network);
                std::filesystem::remove(file);
                return report;
            }};
}

std::vector<topo::NodeId> random_half(topo::RouterId routers, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<topo::NodeId> half;
    for (topo::RouterId router = 0; router < routers; ++router) {
        if (random() % 2 == 0) {
            half.push_back(router);
        }
    }
    return half.empty() ? std::vector<topo::NodeId>{0} : half;
}

TEST_P(VerilogCrosscheck, LevelsAndMixesAreEqual) {
    const VerilatedNetwork& network = verilated_networks()[GetParam()];
    std::uint64_t messages = 0;
    for (std::uint64_t i = 0; i < kCrosscheckScenarios; ++i) {
        tb::CrosscheckScenario drawn = verilog_scenario(network, 100 * GetParam() + i);
        const tb::CrosscheckScenario scenario =
            i % 2 == 1 ? with_own_vcs(std::move(drawn)) : std::move(drawn);
        const std::vector<topo::NodeId> half =
            random_half(scenario.topology->routers(), scenario.seed);
        const tb::CrosscheckReport report = tb::compare_runs(
            {tb::checked_run(scenario, "fast", tl::make_fast_network),
             tb::checked_run(scenario, "signal", rtl::make_signal_network),
             verilog_run(scenario, network_sets(), "verilog"), verilog_run_with_waves(scenario),
             verilog_run(scenario, network_sets(), "among signal", half),
             verilog_run_among_fast(scenario, half)});
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 50u) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Set, VerilogCrosscheck,
                         testing::Range(std::size_t{0}, verilated_networks().size()),
                         [](const auto& set) { return verilated_networks()[set.param].name; });

}  // namespace
}  // namespace flitscope::cosim
