// Fast and signal level, event by event, on random configurations from idle to deep saturation.
#include <gtest/gtest.h>

#include <cstdlib>

#include "rtl_models/signal/network.h"
#include "testbenches/tests/whole/queued_scenario.h"
#include "tlm/fast/fast_network.h"

namespace flitscope::tb {
namespace {

/// Groups, so that CTest can run them in parallel.
class Crosscheck : public testing::TestWithParam<int> {};

constexpr int kGroups = FLITSCOPE_CROSSCHECK_GROUPS;
constexpr int kScenariosPerGroup = 50;

TEST_P(Crosscheck, FastAndSignalLevelAreEqual) {
    std::uint64_t messages = 0;
    for (int i = 0; i < kScenariosPerGroup; ++i) {
        const CrosscheckScenario scenario(
            static_cast<std::uint64_t>(GetParam() * kScenariosPerGroup + i));
        const CrosscheckReport report =
            compare_runs({checked_run(scenario, "fast", tl::make_fast_network),
                          checked_run(scenario, "signal", rtl::make_signal_network)});
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 1000u) << "the scenarios carry hardly any traffic";
}

TEST_P(Crosscheck, FastAndSignalLevelAreEqualWithQueuedOutputs) {
    std::uint64_t messages = 0;
    for (int i = 0; i < kScenariosPerGroup; ++i) {
        const CrosscheckScenario scenario =
            queued_scenario(static_cast<std::uint64_t>(GetParam() * kScenariosPerGroup + i));
        const CrosscheckReport report =
            compare_runs({checked_run(scenario, "fast", tl::make_fast_network),
                          checked_run(scenario, "signal", rtl::make_signal_network)});
        ASSERT_TRUE(report.equal()) << scenario.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 1000u) << "the scenarios carry hardly any traffic";
}

INSTANTIATE_TEST_SUITE_P(Group, Crosscheck, testing::Range(0, kGroups));

}  // namespace
}  // namespace flitscope::tb
