#include "testbenches/tests/whole/interval_coverage.h"

#include <gtest/gtest.h>

namespace flitscope::tb {
namespace {

// The whole table: interval_coverage_table (--long).
TEST(IntervalCoverage, HoldsOnTheTypicalRouter) {
    constexpr int kRuns = 100;
    const CoveragePoint& point = coverage_points()[1];
    const Coverage coverage = measure_coverage(point, 1, kRuns, 20000000);
    for (const int latency : {0, 2}) {
        const char* name = Coverage::kLatencies[latency];
        EXPECT_EQ(coverage.printed[static_cast<std::size_t>(latency)], kRuns) << name;
        // 92.5 to 97.5 % in a thousand runs; in a hundred these, but for an accident in 200.
        EXPECT_GE(coverage.share(latency), 0.88) << name << " at " << point.load;
        EXPECT_LE(coverage.share(latency), 1.0) << name << " at " << point.load;
    }
    // No more than half longer than with 20 batches of ten latencies each.
    EXPECT_LE(coverage.cycles / coverage.runs, 27000);
}

}  // namespace
}  // namespace flitscope::tb
