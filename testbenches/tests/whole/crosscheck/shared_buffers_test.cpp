// Shared buffers (docs/router.md, section 3) in networks: levels fast and signal on random
// configurations that all have them, with as many reserved slots as there are, and saturation with
// the smallest pools.
#include <gtest/gtest.h>

#include <algorithm>

#include "rtl_models/fast/fast_network.h"
#include "rtl_models/signal/signal_network.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "testbenches/tests/whole/crosscheck/saturation.h"

namespace flitscope::tb {
namespace {

/// A drawn scenario with what shared buffers go with, still private.
CrosscheckScenario sharing_scenario(std::uint64_t seed) {
    CrosscheckScenario s(seed);
    rtl::RouterParameters& router = s.router;
    router.switching = rtl::Switching::wormhole;
    router.buffers = rtl::Buffers::own;
    router.buffer_flits =
        router.buffer_flits == rtl::kUnbounded ? 2 : 1 + (router.buffer_flits - 1) % 5;
    for (rtl::LinkParameters& link : s.links) {
        link.virtual_channels = 0;
    }
    return s;
}

CrosscheckScenario shared_with(CrosscheckScenario s, int reserved) {
    s.router.buffers = rtl::Buffers::shared;
    s.router.reserved = reserved;
    return s;
}

class SharedBuffersCrosscheck : public testing::TestWithParam<int> {};

const int kSharingGroups = sized(3, 40);
constexpr int kSharingScenarios = 20;

TEST_P(SharedBuffersCrosscheck, FastAndSignalLevelAreEqual) {
    constexpr std::uint64_t kFirst = 800000;
    for (int i = 0; i < kSharingScenarios; ++i) {
        CrosscheckScenario drawn = sharing_scenario(
            kFirst + static_cast<std::uint64_t>(GetParam() * kSharingScenarios + i));
        const int most = std::max(1, drawn.router.buffer_flits - 1);
        const CrosscheckScenario s = shared_with(std::move(drawn), 1 + i % most);
        const CrosscheckReport report =
            compare_runs({checked_run(s, "fast", tl::make_fast_network),
                          checked_run(s, "signal", rtl::make_signal_network)});
        ASSERT_TRUE(report.equal()) << s.text() << "\n" << report.summary();
    }
}

INSTANTIATE_TEST_SUITE_P(Group, SharedBuffersCrosscheck, testing::Range(0, kSharingGroups));

TEST(SharedBuffers, ArePrivateOnesIfAllSlotsAreReserved) {
    constexpr std::uint64_t kFirst = 810000;
    std::uint64_t messages = 0;
    for (std::uint64_t seed = kFirst; seed < kFirst + 20; ++seed) {
        const CrosscheckScenario own = sharing_scenario(seed);
        const CrosscheckScenario shared =
            shared_with(sharing_scenario(seed), own.router.buffer_flits);
        const CrosscheckReport report =
            compare_runs({checked_run(own, "private", tl::make_fast_network),
                          checked_run(shared, "fast", tl::make_fast_network),
                          checked_run(shared, "signal", rtl::make_signal_network)});
        ASSERT_TRUE(report.equal()) << shared.text() << "\n" << report.summary();
        messages += report.messages;
    }
    EXPECT_GT(messages, 1000U);
}

/// Reserved slots alone, and two for all beside them.
TEST(SharedBuffers, LoseNothingInSaturationWithTheSmallestPools) {
    struct Network {
        const char* kind;
        const char* routing;
        int virtual_channels;
        rtl::VcReuse reuse;
    };
    constexpr rtl::MessageId kMessages = 60000;
    for (const Network& each : {Network{"mesh", "dimension_order", 1, rtl::VcReuse::tail_sent},
                                Network{"mesh", "west_first", 2, rtl::VcReuse::tail_sent},
                                Network{"mesh", "duato", 3, rtl::VcReuse::buffer_empty},
                                Network{"torus", "dimension_order", 2, rtl::VcReuse::tail_sent}}) {
        for (const int buffer_flits : {1, 2}) {
            SCOPED_TRACE(std::string(each.kind) + " " + each.routing);
            rtl::RouterParameters router;
            router.virtual_channels = each.virtual_channels;
            router.vc_reuse = each.reuse;
            router.buffers = rtl::Buffers::shared;
            router.buffer_flits = buffer_flits;
            saturate(each.kind, each.routing, router, kMessages);
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
