// Bypass (docs/router.md, section 6) in networks: levels fast and signal on random configurations
// that all have it, and saturation with the smallest buffers.
#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "testbenches/tests/whole/crosscheck/saturation.h"

namespace flitscope::tb {
namespace {

class BypassCrosscheck : public testing::TestWithParam<int> {};

const int kGroups = sized(3, 40);
constexpr int kScenarios = 20;

TEST_P(BypassCrosscheck, FastAndSignalLevelAreEqual) {
    constexpr std::uint64_t kFirst = 700000;
    for (int i = 0; i < kScenarios; ++i) {
        CrosscheckScenario s(kFirst + static_cast<std::uint64_t>(GetParam() * kScenarios + i));
        s.router.bypass = true;
        s.router.speculation = rtl::Speculation::none;
        s.router.input_speedup = 1;
        if (s.router.vc_at_switch()) {
            s.router.vc_allocator = rtl::VcAllocatorKind::separable_input;
        }
        s.router.pipeline = std::max(2, s.router.pipeline);
        const CrosscheckReport report =
            compare_runs({checked_run(s, "fast", tl::make_fast_network),
                          checked_run(s, "signal", rtl::make_signal_network)});
        ASSERT_TRUE(report.equal()) << s.text() << "\n" << report.summary();
    }
}

INSTANTIATE_TEST_SUITE_P(Group, BypassCrosscheck, testing::Range(0, kGroups));

void saturate_with_bypass(const std::string& kind, int virtual_channels, int pipeline,
                          bool lookahead) {
    rtl::RouterParameters router;
    router.virtual_channels = virtual_channels;
    router.buffer_flits = 1;
    router.pipeline = pipeline;
    router.lookahead = lookahead;
    router.bypass = true;
    SCOPED_TRACE(kind + ", depth " + std::to_string(pipeline) +
                 (lookahead ? " with lookahead" : ""));
    const rtl::NetworkCounters counters = saturate(kind, "dimension_order", router, 100000);
    EXPECT_GT(counters.flits_bypassed, counters.flit_hops / 20);
    EXPECT_LT(counters.flits_bypassed, counters.flit_hops);
}

TEST(Bypass, LosesNothingInSaturationWithTheSmallestBuffers) {
    for (const int depth : {2, 3, 4}) {
        saturate_with_bypass("mesh", 1, depth, false);
    }
    saturate_with_bypass("torus", 2, 4, false);
    saturate_with_bypass("torus", 2, 2, true);
    saturate_with_bypass("mesh", 1, 3, true);
}

}  // namespace
}  // namespace flitscope::tb
