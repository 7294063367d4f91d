// Results that must not change while code is moved: the digest of all events and of the final
// report of every crosscheck scenario, as the program gave them before the move.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {
namespace {

constexpr int kScenarios = 400;

/// FNV-1a, of the report's text.
std::uint64_t text_hash(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    return hash;
}

std::string digest_line(int seed) {
    CrosscheckScenario scenario(static_cast<std::uint64_t>(seed));
    scenario.ends_drained = false;  // channels count their cycles
    rtl::DigestObserver digest(rtl::Cycle{1} << 40);
    rtl::NetworkDescription description = scenario.description();
    description.observer = &digest;
    const auto network = tl::make_fast_network(description);
    const RunReport report = run_scenario(scenario, *network);
    std::ostringstream line;
    line << seed << ' ' << std::hex << digest.total() << ' ' << std::dec << digest.events() << ' '
         << std::hex << text_hash(report.report.dump());
    return line.str();
}

/// The file says where its figures come from. FLITSCOPE_FREEZE=FILE writes it anew.
TEST(FrozenDigests, EveryScenarioIsAsItWas) {
    if (const char* freeze = std::getenv("FLITSCOPE_FREEZE")) {
        std::ofstream file(freeze);
        for (int seed = 0; seed < kScenarios; ++seed) {
            file << digest_line(seed) << '\n';
        }
        return;
    }
    std::ifstream file(FLITSCOPE_FROZEN_DIGESTS);
    int seed = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') {
            continue;
        }
        EXPECT_EQ(digest_line(seed), line);
        ++seed;
    }
    EXPECT_EQ(seed, kScenarios) << "scenarios in " << FLITSCOPE_FROZEN_DIGESTS;
}

/// With the test above: level signal has these digests, too. Some of them in ci, all in long.
TEST(FrozenDigests, LevelSignalHasThose) {
    for (int seed = 0; seed < kScenarios; seed += sized(20, 1)) {
        const CrosscheckScenario scenario(static_cast<std::uint64_t>(seed));
        const CrosscheckReport report =
            compare_runs({checked_run(scenario, "fast", tl::make_fast_network),
                          checked_run(scenario, "signal", rtl::make_signal_network)});
        EXPECT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
    }
}

}  // namespace
}  // namespace flitscope::tb
