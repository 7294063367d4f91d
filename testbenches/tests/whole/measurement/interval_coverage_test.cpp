#include "testbenches/tests/whole/measurement/interval_coverage.h"

#include <gtest/gtest.h>

#include "testbenches/tests/support/sized.h"

namespace flitscope::tb {
namespace {

// The whole table: interval_coverage_table (--long).

const int kRuns = sized(12, 60);

Coverage expect_covered(const CoveragePoint& point) {
    const Coverage coverage = measure_coverage(point, 1, kRuns, 20000000);
    double all = 0;
    for (const int latency : {0, 1, 2}) {
        const char* name = Coverage::kLatencies[latency];
        EXPECT_EQ(coverage.printed[static_cast<std::size_t>(latency)], kRuns) << name;
        // 92.5 to 97.5 % in a thousand runs; in these so many, but for an accident in 100.
        EXPECT_GE(coverage.share(latency), sized(75, 86) / 100.0) << name << " at " << point.load;
        all += coverage.share(latency);
    }
    EXPECT_LT(all, 3) << "one in twenty misses";
    return coverage;
}

TEST(IntervalCoverage, HoldsOnTheTypicalRouter) {
    const Coverage coverage = expect_covered(coverage_points()[1]);
    // Two windows, on average of at most 36 batches of ten latencies each.
    EXPECT_LE(coverage.cycles / coverage.runs, 45000);
}

// Student's t of 20 batches, with the unicast's correlation looked at alone, as the rule once was,
// holds the mean of the source queue in 60 % of these runs and that of unicasts in 85 %.
TEST(IntervalCoverage, HoldsWhereWaitsComeInBursts) { expect_covered(congested_small_mesh()); }

}  // namespace
}  // namespace flitscope::tb
