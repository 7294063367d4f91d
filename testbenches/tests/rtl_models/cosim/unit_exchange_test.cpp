// Routers of SystemC modules with units of the Verilog, one exchanged at a time and all at once,
// have the events of level fast.
#include <gtest/gtest.h>

#include "rtl_models/cosim/verilog_parameters_of.h"
#include "testbenches/tests/rtl_models/cosim/unit_networks.h"
#include "tlm/fast/fast_network.h"

namespace flitscope::cosim {
namespace {

constexpr std::uint64_t kScenarios = 4;

void expect_equal(const UnitNetwork& exchanged, const std::vector<UnitSet>& units) {
    int messages = 0;
    for (std::uint64_t seed = 0; seed < kScenarios; ++seed) {
        const tb::CrosscheckScenario scenario = verilog_scenario(exchanged.network, seed);
        const tb::CrosscheckReport report =
            tb::compare_runs({tb::checked_run(scenario, "fast", tl::make_fast_network),
                              unit_run(scenario, "signal", units)});
        EXPECT_TRUE(report.equal()) << scenario.text() << ": " << report.summary();
        messages += static_cast<int>(report.messages);
    }
    EXPECT_GT(messages, 0);
}

class UnitExchangeTest : public testing::TestWithParam<std::size_t> {
protected:
    const UnitNetwork& exchanged() const { return unit_networks()[GetParam()]; }
};

TEST_P(UnitExchangeTest, OneAtATime) {
    for (const UnitSet& unit : exchanged().units) {
        SCOPED_TRACE(unit.unit);
        expect_equal(exchanged(), {unit});
    }
}

TEST_P(UnitExchangeTest, AllAtOnce) { expect_equal(exchanged(), exchanged().units); }

TEST_P(UnitExchangeTest, WereBuiltForTheRoutersOfTheNetwork) {
    const tb::CrosscheckScenario scenario = verilog_scenario(exchanged().network, 0);
    for (const UnitSet& unit : exchanged().units) {
        EXPECT_EQ(unit.arguments,
                  cmake_arguments(verilog_parameters_of(scenario.description(), 0)));
    }
}

INSTANTIATE_TEST_SUITE_P(Networks, UnitExchangeTest, testing::Range<std::size_t>(0, 2),
                         [](const auto& network) {
                             return unit_networks()[network.param].network.name;
                         });

}  // namespace
}  // namespace flitscope::cosim
