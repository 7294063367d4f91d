#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "testbenches/tests/whole/page_reference/page_comparison.h"
#include "testbenches/tests/whole/verilog/network_scenario.h"

namespace flitscope::cosim {

/// A single mistake in the Verilog (mutations.cmake).
struct Mutation {
    int number;
    const char* name;
    const char* units;    ///< regular expression for the units that have it
    const char* seen_as;  ///< the same for the module where it is found in a whole router
    const char* set;      ///< of parameters: narrow, wide, ...; of multicasts: headers

    bool of_multicasts() const { return set == std::string("headers"); }
};
inline void PrintTo(const Mutation& mutation, std::ostream* text) { *text << mutation.number; }
const std::vector<Mutation>& mutations();

/// Those that units have, without multicasts, and those of one module.
std::vector<Mutation> unit_mutations();
std::vector<Mutation> mutations_of(const std::string& module);

/// The scenario that the set for multicasts is for, and a run of it for compare_runs.
constexpr std::uint64_t kPageSeed = 10044;
tb::CheckedRun page_run(const tb::PageScenario& scenario, const std::string& level,
                        const tb::NetworkMaker& make);

/// The network whose routers a parameter set was built for.
VerilatedNetwork mutated_network(const std::string& set);

/// As many of its scenarios are tried for each: an arbiter's first order shows only where its first
/// requests come together.
constexpr std::uint64_t kMutationScenarios = 200;
constexpr std::uint64_t kUnmutatedScenarios = 6;

/// The run with this mistake in it; 0: none. compare_runs gives every run a process of its own.
tb::CheckedRun with_mutation(const tb::CheckedRun& run, int number);

}  // namespace flitscope::cosim
