// Levels fast, signal and verilog with bypass where routers choose routes (network_sets.cpp has one
// that does not), event by event: all routers in Verilog, or every other one among routers at level
// signal.
#include <gtest/gtest.h>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/whole/verilog/network_scenario.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::cosim {

VerilogSet verilog_set_bypass_escape();
VerilogSet verilog_set_bypass_mesh();

namespace {

using tb::CrosscheckScenario;

rtl::RouterParameters with_bypass(int virtual_channels, int buffer_flits, int pipeline) {
    rtl::RouterParameters parameters = router(virtual_channels, buffer_flits, pipeline);
    parameters.bypass = true;
    return parameters;
}

// In step with CMakeLists.txt.
const std::vector<VerilatedNetwork>& networks() {
    static const std::vector<VerilatedNetwork> all = {
        {"bypass_escape",
         [](CrosscheckScenario& s) {
             s.topology = topo::make_topology("torus", {{"size", std::vector<std::int64_t>{3, 3}}});
             s.routing = topo::make_routing("duato", *s.topology, {});
             s.router = with_bypass(4, 3, 3);
             s.ties_random = true;
         }},
        {"bypass_mesh",
         [](CrosscheckScenario& s) {
             s.topology = topo::make_topology(
                 "concentrated_mesh",
                 {{"size", std::vector<std::int64_t>{2, 2}}, {"concentration", std::int64_t{3}}});
             s.routing = topo::make_routing("dimension_order", *s.topology, {});
             s.router = with_bypass(3, 8, 2);
             s.router.lookahead = true;
             s.router.switching = rtl::Switching::virtual_cut_through;
         }},
    };
    return all;
}

std::vector<VerilogSet> sets() { return {verilog_set_bypass_escape(), verilog_set_bypass_mesh()}; }

class VerilogBypass : public testing::TestWithParam<std::size_t> {};

TEST_P(VerilogBypass, LevelsAndMixesAreEqual) {
    constexpr std::uint64_t kScenarios = 8;
    std::uint64_t messages = 0;
    for (std::uint64_t i = 0; i < kScenarios; ++i) {
        const CrosscheckScenario s = verilog_scenario(networks()[GetParam()], 500 + i);
        std::vector<topo::NodeId> half;
        for (topo::RouterId router = 0; router < s.topology->routers(); router += 2) {
            half.push_back(router);
        }
        const tb::CrosscheckReport report = tb::compare_runs(
            {tb::checked_run(s, "fast", tl::make_fast_network),
             tb::checked_run(s, "signal", rtl::make_signal_network),
             verilog_run(s, sets(), "verilog"), verilog_run(s, sets(), "among signal", half)});
        ASSERT_TRUE(report.equal()) << s.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 50U) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Set, VerilogBypass, testing::Range(std::size_t{0}, networks().size()),
                         [](const auto& set) { return networks()[set.param].name; });

}  // namespace
}  // namespace flitscope::cosim
