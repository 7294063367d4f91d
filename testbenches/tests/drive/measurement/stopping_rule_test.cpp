#include "testbenches/drive/measurement/stopping_rule.h"

#include <gtest/gtest.h>

#include <vector>

namespace flitscope::tb {
namespace {

MeasureConfig limited_to(rtl::Cycle max_cycles) {
    MeasureConfig config;
    config.max_cycles = max_cycles;
    return config;
}

BatchGrid after(int batches, const BatchGrid& start) {
    BatchGrid grid = start;
    while (batches-- > 0) {
        grid.complete();
    }
    return grid;
}

std::vector<rtl::Cycle> looks(const StoppingRule& rule, BatchGrid grid, int batches) {
    const rtl::Cycle start = grid.start();
    std::vector<rtl::Cycle> looks;
    while (batches-- > 0) {
        const rtl::Cycle end = grid.boundary();
        grid.complete();
        if (rule.looks(grid)) {
            looks.push_back(end - start);
        }
    }
    return looks;
}

TEST(StoppingRule, LooksAtEveryFifthBatchHoweverLongTheyAre) {
    const StoppingRule rule(limited_to(2000000));
    const BatchGrid grid = rule.first_grid(1000);
    EXPECT_EQ(grid.length(), 256);
    std::vector<rtl::Cycle> wanted;
    for (const int batches : {5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 70}) {
        wanted.push_back(rtl::Cycle{256} * batches);
    }
    EXPECT_EQ(looks(rule, grid, 55), wanted);
    EXPECT_EQ(StoppingRule(limited_to(6400)).first_grid(0).length(), 32);
}

TEST(StoppingRule, WantsASecondWindowAsLongAsTheOneThatDecided) {
    StoppingRule rule(limited_to(2000000));
    const BatchGrid grid = after(45, rule.first_grid(1000));
    ASSERT_EQ(grid.length(), 512);
    ASSERT_EQ(grid.completed(), 25);
    EXPECT_FALSE(rule.decided());
    EXPECT_TRUE(rule.decide(grid));
    EXPECT_TRUE(rule.decided());
    EXPECT_FALSE(rule.decide(grid)) << "once";
    const BatchGrid again = grid.again(50000);
    EXPECT_EQ(again.start(), 50000);
    EXPECT_EQ(again.length(), 512);
    EXPECT_EQ(again.completed(), 0);
    const auto at = looks(rule, again, 45);
    ASSERT_FALSE(at.empty());
    EXPECT_EQ(at.front(), 25 * 512);
}

TEST(StoppingRule, DecidesNothingThatTheRunHasNoTimeFor) {
    const BatchGrid grid = after(20, StoppingRule(limited_to(2000000)).first_grid(1000));
    const rtl::Cycle end = 1000 + 2 * 20 * 256;
    for (const rtl::Cycle limit : {end - 1, end}) {
        StoppingRule rule(limited_to(limit + limit / 15));
        ASSERT_EQ(rule.window_limit(), limit);
        EXPECT_EQ(rule.decide(grid), limit == end);
        EXPECT_EQ(rule.decided(), limit == end);
    }
}

}  // namespace
}  // namespace flitscope::tb
