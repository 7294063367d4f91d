#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/whole/measurement/interval_coverage.h"

namespace flitscope::tb {
namespace {

// kLeanSeeds runs of a point. Where the window that looks quiet enough is the one that is
// reported, 60 runs at the hotspot are 5 standard errors below the truth.

const int kLeanSeeds = sized(36, 800);
constexpr int kWhole = 800;  // of the documented table

class IntervalLean : public testing::TestWithParam<std::size_t> {};

TEST_P(IntervalLean, IsNone) {
    const Coverage runs = measure_coverage(traffic_points()[GetParam()], 1, kLeanSeeds, 20000000);
    RecordProperty("lean", std::to_string(runs.lean()));
    EXPECT_EQ(runs.printed[0], runs.runs);
    EXPECT_LE(std::abs(runs.lean()), 2) << "standard errors";
    if (runs.runs < kWhole) {
        return;  // too few misses to be told apart
    }
    EXPECT_GE(runs.share(0), 0.925);
    EXPECT_GE(4 * runs.below, runs.below + runs.above) << runs.above << " above";
    EXPECT_GE(4 * runs.above, runs.below + runs.above) << runs.below << " below";
}

const std::size_t kPoints = kLeanSeeds < kWhole ? 1 : traffic_points().size();

INSTANTIATE_TEST_SUITE_P(Traffic, IntervalLean, testing::Range(std::size_t{0}, kPoints));

}  // namespace
}  // namespace flitscope::tb
