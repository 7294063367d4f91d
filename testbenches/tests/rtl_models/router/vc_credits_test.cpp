// The credits of VCs with private and with shared buffers (docs/router.md, section 3).
#include "rtl_models/router/vc_credits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>
#include <vector>

namespace flitscope::rtl {
namespace {

RouterParameters sharing(int vcs, int buffer_flits, int reserved) {
    RouterParameters router;
    router.virtual_channels = vcs;
    router.buffer_flits = buffer_flits;
    router.buffers = Buffers::shared;
    router.reserved = reserved;
    return router;
}

/// The page's rule, word by word.
bool specified(const RouterParameters& router, const std::vector<int>& outstanding, std::size_t v) {
    const int r = router.reserved;
    int used = 0;
    for (const int o : outstanding) {
        used += o > r ? o - r : 0;
    }
    return outstanding[v] < r || used < router.virtual_channels * (router.buffer_flits - r);
}

/// Every state that flits sent with a credit, and credits that come back, can reach.
TEST(VcCredits, NeverLetMoreFlitsOutThanThereAreSlotsAndKeepThoseOfEachVc) {
    for (int vcs = 1; vcs <= 3; ++vcs) {
        for (int buffer_flits = 1; buffer_flits <= 4; ++buffer_flits) {
            for (int reserved = 1; reserved <= buffer_flits; ++reserved) {
                const RouterParameters router = sharing(vcs, buffer_flits, reserved);
                const VcCredits credits(router);
                std::set<std::vector<int>> met;
                std::deque<std::vector<int>> next = {
                    std::vector<int>(static_cast<std::size_t>(vcs), 0)};
                int most = 0;
                while (!next.empty()) {
                    const std::vector<int> state = next.front();
                    next.pop_front();
                    if (!met.insert(state).second) {
                        continue;
                    }
                    ASSERT_LE(std::accumulate(state.begin(), state.end(), 0), vcs * buffer_flits);
                    for (std::size_t v = 0; v < state.size(); ++v) {
                        const bool has = credits.has(static_cast<int>(v), [&](int w) {
                            return state[static_cast<std::size_t>(w)];
                        });
                        ASSERT_EQ(has, specified(router, state, v));
                        std::vector<int> after = state;
                        if (has) {
                            ++after[v];
                            next.push_back(after);
                        }
                        most = std::max(most, state[v]);
                    }
                    for (std::size_t v = 0; v < state.size(); ++v) {
                        std::vector<int> after = state;
                        if (--after[v] >= 0) {
                            next.push_back(after);
                        }
                    }
                }
                EXPECT_EQ(most, credits.most());
                EXPECT_EQ(credits.most(), reserved + vcs * (buffer_flits - reserved));
            }
        }
    }
}

TEST(VcCredits, AreThoseOfPrivateBuffersIfAllSlotsAreReserved) {
    RouterParameters own;
    own.buffer_flits = 5;
    for (int outstanding = 0; outstanding <= 5; ++outstanding) {
        const auto flits = [&](int w) { return w == 1 ? outstanding : 5; };
        EXPECT_EQ(VcCredits(own).of(1, flits), 5 - outstanding);
        EXPECT_EQ(VcCredits(sharing(4, 5, 5)).of(1, flits), 5 - outstanding);
    }
}

TEST(VcCredits, CountOneFreeSlotForEachVcThatMayTakeIt) {
    const VcCredits credits(sharing(2, 3, 1));  // 4 shared slots
    const std::vector<int> outstanding = {4, 1};
    const auto flits = [&](int w) { return outstanding[static_cast<std::size_t>(w)]; };
    EXPECT_EQ(credits.of(0, flits), 1);  // 3 of the shared ones are taken
    EXPECT_EQ(credits.of(1, flits), 1);
    EXPECT_EQ(credits.of(1, [](int w) { return w == 0 ? 5 : 0; }), 1) << "its own slot";
}

TEST(VcCredits, AreEndlessWithUnboundedBuffersAndPrivateAtInjectionPorts) {
    RouterParameters unbounded;
    unbounded.buffer_flits = kUnbounded;
    EXPECT_EQ(VcCredits(unbounded).of(0, [](int) { return 1000; }), kUnbounded);
    EXPECT_EQ(VcCredits(unbounded).most(), kUnbounded);
    EXPECT_EQ(VcCredits(sharing(4, 3, 1), false).most(), 3);
}

}  // namespace
}  // namespace flitscope::rtl
