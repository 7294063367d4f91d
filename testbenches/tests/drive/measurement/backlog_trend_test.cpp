#include "testbenches/drive/measurement/backlog_trend.h"

#include <gtest/gtest.h>

#include <random>

namespace flitscope::tb {
namespace {

/// Batches after which growth was reported within `cycles`, -1: never; feeds `change(edge)`
/// messages per edge.
template <typename Change>
int batches_until_growth(std::int64_t nodes, rtl::Cycle cycles, Change change) {
    BacklogTrend trend(BatchGrid(0, 8), 0);
    BatchGrid grid(0, 8);
    int done = 0;
    for (rtl::Cycle edge = 0; edge < cycles; ++edge) {
        if (edge == grid.boundary()) {
            grid.complete();
            trend.complete_batch();
            ++done;
            if (trend.grows(nodes, 0.95)) {
                return done;
            }
        }
        for (int by = change(edge); by != 0; by += by > 0 ? -1 : 1) {
            trend.change(edge, by > 0 ? 1 : -1);
        }
    }
    return -1;
}

TEST(BacklogTrend, SeesSteadyGrowthAsSoonAsItMay) {
    EXPECT_EQ(
        batches_until_growth(64, 10000, [](rtl::Cycle edge) { return edge % 4 == 0 ? 1 : 0; }), 20);
}

TEST(BacklogTrend, WantsOneMessagePerNode) {
    // 64 more per batch: 192 in three.
    const auto slow = [](rtl::Cycle edge) { return edge % 4 == 0 ? 1 : 0; };
    EXPECT_EQ(batches_until_growth(192, 10000, slow), 20);
    EXPECT_EQ(batches_until_growth(193, 10000, slow), -1);
}

TEST(BacklogTrend, WantsThreeSuccessiveBatches) {
    // Level for 30 batches, then 64 more in each: the 31st and 32nd could be a burst.
    EXPECT_EQ(batches_until_growth(
                  64, 10000,
                  [](rtl::Cycle edge) { return edge >= 30 * 256 && edge % 256 == 0 ? 64 : 0; }),
              33);
}

TEST(BacklogTrend, SeesGrowthThroughNoise) {
    std::mt19937 random(2);
    // A random walk of +-1 with a drift of 0.05 a cycle.
    const int batches = batches_until_growth(
        64, 100000, [&](rtl::Cycle) { return random() % 1000 < 525 ? 1 : -1; });
    EXPECT_GT(batches, 0) << "seed 2";
}

TEST(BacklogTrend, StaysCalmUnderFluctuation) {
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        std::int64_t level = 0;
        // A queue that swings widely around its mean (reverting with 1/500 a cycle) never grows.
        EXPECT_EQ(batches_until_growth(4, 100000,
                                       [&](rtl::Cycle) {
                                           const bool up = static_cast<std::int64_t>(
                                                               random() % 2000) < 1000 - 2 * level;
                                           level += up ? 1 : -1;
                                           return up ? 1 : -1;
                                       }),
                  -1)
            << "seed " << seed;
    }
}

TEST(BacklogTrend, StaysCalmWhenTheNetworkHasFilled) {
    // From empty to 5000 messages within the first three batches.
    EXPECT_EQ(batches_until_growth(64, 30000,
                                   [](rtl::Cycle edge) {
                                       if (edge < 700) {
                                           return 7;
                                       }
                                       return edge % 2 == 0 ? 1 : -1;
                                   }),
              -1);
}

TEST(BacklogTrend, DoesNotDependOnTheOrderWithinACycle) {
    BacklogTrend a(BatchGrid(0, 2), 5), b(BatchGrid(0, 2), 5);
    for (rtl::Cycle edge = 0; edge < 4 * 25; ++edge) {
        if (edge > 0 && edge % 4 == 0) {
            a.complete_batch();
            b.complete_batch();
        }
        for (const int by : {+1, +1, -1}) {
            a.change(edge, by);
        }
        for (const int by : {-1, +1, +1}) {
            b.change(edge, by);
        }
    }
    EXPECT_TRUE(a.grows(1, 0.95));
    EXPECT_TRUE(b.grows(1, 0.95));
    EXPECT_EQ(a.grows(13, 0.95), b.grows(13, 0.95));
}

/// Whether the average backlogs of 30 batches rise, of which `average(batch)` is each.
template <typename Average>
bool rises(Average average) {
    BatchGrid grid(0, 8);
    BacklogTrend trend(grid, 0);
    std::int64_t now = 0;
    for (int batch = 0; batch < 30; ++batch) {
        const auto wanted = static_cast<std::int64_t>(average(batch));
        for (; now != wanted; now += now < wanted ? 1 : -1) {
            trend.change(grid.boundary() - 256, now < wanted ? 1 : -1);
        }
        grid.complete();
        trend.complete_batch();
    }
    return trend.rises(0.99);
}

TEST(BacklogTrend, SeesASlowRiseThatIsNoGrowthYet) {
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0, 5);
    EXPECT_TRUE(rises([&](int batch) { return 100 + batch + noise(random); }));
    EXPECT_FALSE(rises([&](int batch) { return 200 - batch + noise(random); }));
}

TEST(BacklogTrend, HardlyEverSeesARiseOfWhatIsSteady) {
    std::mt19937 random(4);
    std::normal_distribution<double> noise(0, 5);
    int steady = 0;
    int slow = 0;
    double level = 0;
    for (int run = 0; run < 1000; ++run) {
        steady += rises([&](int) { return 100 + noise(random); }) ? 1 : 0;
        slow += rises([&](int) { return 100 + (level = 0.5 * level + noise(random)); }) ? 1 : 0;
    }
    EXPECT_LE(steady, 25);  // 5 are meant; r is estimated
    EXPECT_LE(slow, 40);
}

}  // namespace
}  // namespace flitscope::tb
