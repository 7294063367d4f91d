// Routers of SystemC modules with units of the Verilog, one exchanged at a time and all at once,
// have the events of level fast.
#include <gtest/gtest.h>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/fast/fast_network.h"
#include "testbenches/tests/support/multicast_pins.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/verilog/network_sets.h"
#include "testbenches/tests/whole/verilog/network_units.h"
#include "testbenches/tests/whole/verilog/unit_run.h"

namespace flitscope::cosim {
namespace {

const auto kExchanges = static_cast<std::uint64_t>(tb::sized(4, 9));  // of each of the networks
constexpr std::uint64_t kFirstExchange = 5000;

class UnitExchange : public testing::TestWithParam<std::size_t> {
protected:
    const VerilatedNetwork& network() const { return verilated_networks()[GetParam()]; }
    const std::vector<UnitSet>& units() const { return network_units(network().name); }
};

TEST_P(UnitExchange, OneAtATimeAndAllAtOnceAreEqual) {
    std::uint64_t messages = 0;
    for (std::uint64_t i = 0; i < kExchanges; ++i) {
        const tb::CrosscheckScenario scenario =
            verilog_scenario(network(), kFirstExchange + 100 * GetParam() + i);
        std::vector<tb::CheckedRun> runs = {
            tb::checked_run(scenario, "fast", tl::make_fast_network),
            unit_run(scenario, "all units", units())};
        for (const UnitSet& unit : units()) {
            runs.push_back(unit_run(scenario, unit.unit, {unit}));
        }
        const tb::CrosscheckReport report = tb::compare_runs(runs);
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 50u) << "the scenarios carry hardly any traffic";
}

TEST_P(UnitExchange, WereBuiltForTheRoutersOfTheNetwork) {
    const tb::CrosscheckScenario scenario = verilog_scenario(network(), kFirstExchange);
    const std::string arguments = cmake_arguments(verilog_parameters_of(scenario.description(), 0));
    std::vector<std::string> built;
    for (const UnitSet& unit : units()) {
        built.push_back(unit.unit);
        EXPECT_EQ(unit.arguments, arguments);
    }
    EXPECT_EQ(built, tb::units_without_multicasts());
}

INSTANTIATE_TEST_SUITE_P(Network, UnitExchange,
                         testing::Range(std::size_t{0}, verilated_networks().size()),
                         [](const auto& network) {
                             return verilated_networks()[network.param].name;
                         });

}  // namespace
}  // namespace flitscope::cosim
