#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "testbenches/drive/measurement/latency_statistics.h"

namespace flitscope::tb {
namespace {

/// Nearest rank on the sorted samples.
std::int64_t exact_percentile(std::vector<std::int64_t> samples, int percent) {
    std::sort(samples.begin(), samples.end());
    const std::size_t rank = (samples.size() * static_cast<std::size_t>(percent) + 99) / 100;
    return samples[rank - 1];
}

TEST(LatencyHistogram, PercentilesAreExactBelow65536) {
    std::mt19937 random(3);
    for (const std::size_t count : {1U, 2U, 3U, 99U, 100U, 101U, 5000U}) {
        LatencyHistogram histogram;
        std::vector<std::int64_t> samples;
        for (std::size_t i = 0; i < count; ++i) {
            samples.push_back(random() % (i % 7 == 0 ? 65536 : 50));
            histogram.add(samples.back());
        }
        for (const int percent : {1, 50, 95, 99, 100}) {
            EXPECT_EQ(histogram.percentile(percent, static_cast<std::int64_t>(count)),
                      exact_percentile(samples, percent))
                << count << " samples, seed 3";
        }
    }
}

TEST(LatencyHistogram, LongLatenciesAreKnownWithinAThousandth) {
    std::mt19937_64 random(4);
    for (int i = 0; i < 2000; ++i) {
        const auto value = static_cast<std::int64_t>((random() >> 1U) >> (random() % 48));
        LatencyHistogram histogram;
        histogram.add(value);
        const std::int64_t reported = histogram.percentile(50, 1);
        ASSERT_GE(reported, value);
        ASSERT_LE(reported - value, value / 1024) << value;
    }
}

TEST(LatencyHistogram, BinsHoldEverySampleOnceAndAreAtMostASixteenthWide) {
    std::mt19937_64 random(5);
    LatencyHistogram histogram;
    std::vector<std::int64_t> samples;
    for (int i = 0; i < 3000; ++i) {
        samples.push_back(static_cast<std::int64_t>((random() >> 40U) >> (random() % 22)));
        histogram.add(samples.back());
    }
    std::int64_t below = -1;
    std::uint64_t seen = 0;
    for (const LatencyHistogram::Bin& bin : histogram.bins()) {
        const auto inside = std::count_if(samples.begin(), samples.end(), [&](std::int64_t each) {
            return below < each && each <= bin.upto;
        });
        ASSERT_EQ(static_cast<std::uint64_t>(inside), bin.count) << bin.upto << ", seed 5";
        const std::int64_t smallest =
            *std::min_element(samples.begin(), samples.end(), [&](std::int64_t a, std::int64_t b) {
                return (a > below ? a : INT64_MAX) < (b > below ? b : INT64_MAX);
            });
        ASSERT_LE(bin.upto - smallest, smallest / 16);
        below = bin.upto;
        seen += bin.count;
    }
    EXPECT_EQ(seen, samples.size());
}

TEST(LatencyHistogram, MergesAndNoticesMissingSamples) {
    LatencyHistogram a, b;
    a.add(5);
    b.add(100000);
    b.add(7);
    a.merge(b);
    EXPECT_EQ(a.percentile(1, 3), 5);
    EXPECT_EQ(a.percentile(50, 3), 7);
    EXPECT_GE(a.percentile(100, 3), 100000);
    EXPECT_THROW(a.percentile(100, 4), std::logic_error);
}

}  // namespace
}  // namespace flitscope::tb
