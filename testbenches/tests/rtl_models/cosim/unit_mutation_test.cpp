// Single mistakes in the Verilog (mutations.cmake) are found in each unit that has them, when it
// alone is exchanged in routers of SystemC modules.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <systemc>

#include "rtl_models/router/unit_names.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/rtl_models/cosim/mutations.h"
#include "testbenches/tests/whole/verilog/unit_run.h"

namespace flitscope::cosim {

std::vector<UnitSet> verilated_units_mutated_narrow();
std::vector<UnitSet> verilated_units_mutated_wide();
std::vector<UnitSet> verilated_units_mutated_rounds();
std::vector<UnitSet> verilated_units_mutated_lookup();
std::vector<UnitSet> verilated_units_mutated_escape();
std::vector<UnitSet> verilated_units_mutated_legs();
std::vector<UnitSet> verilated_units_mutated_ahead();
std::vector<UnitSet> verilated_units_mutated_at_switch();
std::vector<UnitSet> verilated_units_mutated_pool();
std::vector<UnitSet> verilated_units_mutated_headers();

namespace {

std::vector<UnitSet> mutated_units(const std::string& set) {
    return set == "narrow"      ? verilated_units_mutated_narrow()
           : set == "rounds"    ? verilated_units_mutated_rounds()
           : set == "lookup"    ? verilated_units_mutated_lookup()
           : set == "escape"    ? verilated_units_mutated_escape()
           : set == "legs"      ? verilated_units_mutated_legs()
           : set == "ahead"     ? verilated_units_mutated_ahead()
           : set == "at_switch" ? verilated_units_mutated_at_switch()
           : set == "pool"      ? verilated_units_mutated_pool()
                                : verilated_units_mutated_wide();
}

/// What the first scenario says in which routers with this unit differ from ours; empty: none does.
std::string difference(const UnitSet& unit, const std::string& set, int mutation,
                       std::uint64_t scenarios) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
    const VerilatedNetwork network = mutated_network(set);
    for (std::uint64_t seed = 0; seed < scenarios; ++seed) {
        const tb::CrosscheckScenario scenario = verilog_scenario(network, seed);
        try {
            const tb::CrosscheckReport report = tb::compare_runs(
                {tb::checked_run(scenario, "signal", rtl::make_signal_network),
                 with_mutation(unit_run(scenario, "exchanged", {unit}), mutation)});
            if (!report.equal()) {
                return report.summary();
            }
        } catch (const std::runtime_error& error) {
            return error.what();  // the run failed
        }
    }
    return {};
}

class UnitMutationTest : public testing::TestWithParam<Mutation> {};

TEST_P(UnitMutationTest, IsFoundInEveryUnitThatHasIt) {
    const Mutation& mutation = GetParam();
    const std::regex has_it(mutation.units);
    int units = 0;
    for (const UnitSet& unit : mutated_units(mutation.set)) {
        if (std::regex_match(unit.unit, has_it)) {
            ++units;
            EXPECT_NE(difference(unit, mutation.set, mutation.number, kMutationScenarios), "")
                << unit.unit;
        }
    }
    EXPECT_GT(units, 0) << mutation.units << " is no unit";
}

INSTANTIATE_TEST_SUITE_P(Verilog, UnitMutationTest, testing::ValuesIn(unit_mutations()),
                         [](const auto& mutation) { return mutation.param.name; });

/// ... of header units, in a network with multicasts.
std::string header_difference(int mutation) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
    const tb::PageScenario scenario(kPageSeed, tb::DrawnMessages::with_multicasts);
    const auto exchanged = [](const rtl::NetworkDescription& description) {
        return network_with_units(description, verilated_units_mutated_headers());
    };
    try {
        const tb::CrosscheckReport report =
            tb::compare_runs({page_run(scenario, "signal", rtl::make_signal_network),
                              with_mutation(page_run(scenario, "exchanged", exchanged), mutation)});
        return report.equal() ? "" : report.summary();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

class HeaderUnitMutationTest : public testing::TestWithParam<Mutation> {};

TEST_P(HeaderUnitMutationTest, IsFoundInHeaderUnits) {
    EXPECT_NE(header_difference(GetParam().number), "");
}

INSTANTIATE_TEST_SUITE_P(Verilog, HeaderUnitMutationTest,
                         testing::ValuesIn(mutations_of(rtl::kHeaderUnit)),
                         [](const auto& mutation) { return mutation.param.name; });

TEST(HeaderUnitMutation, NoneIsNoDifference) { EXPECT_EQ(header_difference(0), ""); }

class UnmutatedUnitTest : public testing::TestWithParam<const char*> {};

TEST_P(UnmutatedUnitTest, IsNoDifference) {
    for (const UnitSet& unit : mutated_units(GetParam())) {
        EXPECT_EQ(difference(unit, GetParam(), 0, kUnmutatedScenarios), "") << unit.unit;
    }
}

INSTANTIATE_TEST_SUITE_P(Verilog, UnmutatedUnitTest,
                         testing::Values("narrow", "wide", "rounds", "lookup", "escape", "legs",
                                         "ahead", "at_switch", "pool"),
                         [](const auto& set) { return set.param; });

TEST(UnitMutation, AllUnitsHaveSome) {
    std::set<std::string> mutated;
    for (const char* set :
         {"narrow", "wide", "rounds", "lookup", "escape", "legs", "ahead", "at_switch", "pool"}) {
        for (const UnitSet& unit : mutated_units(set)) {
            mutated.insert(unit.unit);
        }
    }
    mutated.insert(verilated_units_mutated_headers().front().unit);
    EXPECT_EQ(mutated, std::set<std::string>(rtl::kUnitNames.begin(), rtl::kUnitNames.end()));
}

}  // namespace
}  // namespace flitscope::cosim
