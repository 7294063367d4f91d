// Single mistakes in the Verilog (mutations.cmake) are found, and in the module they are in: by a
// checkpoint of the RTL that is not what the events ask for, or by the first decision that differs
// from the signal level's.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <systemc>

#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/rtl_models/cosim/mutations.h"
#include "testbenches/tests/whole/verilog/network_scenario.h"

namespace flitscope::cosim {

VerilogSet verilog_set_mutated_narrow();
VerilogSet verilog_set_mutated_wide();
VerilogSet verilog_set_mutated_rounds();
VerilogSet verilog_set_mutated_lookup();
VerilogSet verilog_set_mutated_escape();
VerilogSet verilog_set_mutated_legs();
VerilogSet verilog_set_mutated_ahead();
VerilogSet verilog_set_mutated_at_switch();
VerilogSet verilog_set_mutated_pool();
VerilogSet verilog_set_mutated_bypass();
VerilogSet verilog_set_mutated_headers();

namespace {

const std::vector<VerilogSet>& mutated_sets() {
    static const std::vector<VerilogSet> sets = {
        verilog_set_mutated_narrow(), verilog_set_mutated_wide(),      verilog_set_mutated_rounds(),
        verilog_set_mutated_lookup(), verilog_set_mutated_escape(),    verilog_set_mutated_legs(),
        verilog_set_mutated_ahead(),  verilog_set_mutated_at_switch(), verilog_set_mutated_bypass(),
        verilog_set_mutated_pool(),   verilog_set_mutated_headers()};
    return sets;
}

struct Found {
    std::string module;  ///< empty: no difference
    std::string text;
};

/// All that an allocator is given is checked before it decides: when its decision is the first
/// event that differs, the difference comes from it.
Found located(const tb::Difference& first) {
    static const std::map<std::string, std::string> deciders = {
        {"routed", "route_unit"},
        {"vc_granted", "vc_allocator"},
        {"switch_granted", "switch_allocator"},
        {"credit_sent", "switch_allocator"}};
    const auto decider = deciders.find(first.event);
    return {decider == deciders.end() ? "network" : decider->second,
            first.event + " in cycle " + std::to_string(first.cycle) + ", field " + first.field};
}

/// "...: router_3: cycle 30: output_unit: held_o of ...".
Found located(const std::string& error) {
    std::smatch parts;
    const std::regex report("/flitscope/cosim/state: router_[0-9]+: cycle [0-9]+: ([a-z_]+): ");
    return {std::regex_search(error, parts, report) ? parts[1].str() : "network", error};
}

Found difference(const tb::CheckedRun& wanted, const tb::CheckedRun& mutated) {
    sc_core::sc_report_handler::set_actions(sc_core::SC_FATAL, sc_core::SC_THROW);
    try {
        const tb::CrosscheckReport report = tb::compare_runs({wanted, mutated});
        return report.equal() ? Found{} : located(*report.first_difference);
    } catch (const std::runtime_error& error) {
        return located(error.what());  // the run failed
    }
}

Found difference(const VerilatedNetwork& network, std::uint64_t seed, int mutation) {
    const tb::CrosscheckScenario scenario = verilog_scenario(network, seed);
    return difference(tb::checked_run(scenario, "signal", rtl::make_signal_network),
                      with_mutation(verilog_run(scenario, mutated_sets(), "mutated"), mutation));
}

/// ... with multicasts.
Found page_difference(int mutation) {
    const tb::PageScenario scenario(kPageSeed, tb::DrawnMessages::with_multicasts);
    const auto verilog = [](const rtl::NetworkDescription& description) {
        return make_verilog_network(description,
                                    verilog_router_factory(description, mutated_sets()), true);
    };
    return difference(page_run(scenario, "signal", rtl::make_signal_network),
                      with_mutation(page_run(scenario, "mutated", verilog), mutation));
}

class MutationTest : public testing::TestWithParam<Mutation> {};

TEST_P(MutationTest, IsFoundWhereItIs) {
    const Mutation& mutation = GetParam();
    Found found;
    if (mutation.of_multicasts()) {
        found = page_difference(mutation.number);
    } else {
        const VerilatedNetwork network = mutated_network(mutation.set);
        for (std::uint64_t seed = 0; seed < kMutationScenarios && found.module.empty(); ++seed) {
            found = difference(network, seed, mutation.number);
        }
    }
    EXPECT_TRUE(std::regex_match(found.module, std::regex(mutation.seen_as)))
        << "in " << mutation.seen_as << ", but found in " << found.module << ": " << found.text;
}

INSTANTIATE_TEST_SUITE_P(Verilog, MutationTest, testing::ValuesIn(mutations()),
                         [](const auto& mutation) { return mutation.param.name; });

TEST(Mutation, TwentyAndMoreInAllModules) {
    std::set<std::string> modules;
    for (const Mutation& mutation : mutations()) {
        modules.insert(mutation.seen_as);
    }
    EXPECT_GE(mutations().size(), 20u);
    EXPECT_GE(modules.size(), 9u);
}

TEST(Mutation, NoneSelectedIsNoDifference) {
    for (const char* set : {"narrow", "wide", "rounds", "lookup", "escape", "legs", "ahead",
                            "at_switch", "pool", "bypass"}) {
        const VerilatedNetwork network = mutated_network(set);
        for (std::uint64_t seed = 0; seed < kUnmutatedScenarios; ++seed) {
            EXPECT_EQ(difference(network, seed, 0).text, "") << set << ' ' << seed;
        }
    }
    EXPECT_EQ(page_difference(0).text, "");
}

}  // namespace
}  // namespace flitscope::cosim
