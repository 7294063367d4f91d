#include "testbenches/drive/measurement/latency_statistics.h"

#include <gtest/gtest.h>

namespace flitscope::tb {
namespace {

TEST(LatencyStatistics, SummarisesWhatWasAdded) {
    LatencyStatistics low, high;
    for (int i = 1; i <= 50; ++i) {
        low.add(i);
        high.add(50 + i);
    }
    low.merge(high);
    const LatencySummary summary = low.summary();
    EXPECT_EQ(summary.count, 100);
    EXPECT_EQ(*summary.mean, 50.5);
    EXPECT_EQ(*summary.min, 1);
    EXPECT_EQ(*summary.p50, 50);
    EXPECT_EQ(*summary.p95, 95);
    EXPECT_EQ(*summary.p99, 99);
    EXPECT_EQ(*summary.max, 100);
    EXPECT_FALSE(summary.ci.has_value());
}

TEST(LatencyStatistics, AnEmptyClassHasNoValues) {
    LatencyStatistics nothing;
    nothing.merge({});
    const LatencySummary summary = nothing.summary();
    EXPECT_EQ(summary.count, 0);
    EXPECT_FALSE(summary.mean || summary.min || summary.p50 || summary.max);
}

TEST(LatencyStatistics, NoPercentileExceedsTheMaximum) {
    LatencyStatistics one;
    one.add(1000001);
    EXPECT_EQ(*one.summary().p99, 1000001);
}

TEST(MessageStatistics, AddsAndMergesAllKinds) {
    MessageStatistics a, b;
    a.add({{10, 8, 2, 5}, 7, 3});
    b.add({{20, 10, 10, 6}, 9, 5});
    a.merge(b);
    EXPECT_EQ(a.count(), 2);
    const double means[kLatencyKinds] = {15, 9, 6, 5.5};
    for (std::size_t kind = 0; kind < kLatencyKinds; ++kind) {
        EXPECT_EQ(*a.latency[kind].summary().mean, means[kind]) << kind;
    }
    EXPECT_EQ(a.zero_load, 16);
    EXPECT_EQ(a.hops, 8);
}

}  // namespace
}  // namespace flitscope::tb
