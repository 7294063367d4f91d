#include "testbenches/drive/measurement/batch_means.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {
namespace {

LatencySample sample(std::int64_t latency) {
    LatencySample sample;
    sample.latency = {latency, latency + 1, latency + 2, latency + 3};
    return sample;
}

TEST(BatchGrid, DoublesItsLengthAfterFortyBatches) {
    BatchGrid grid(100, 3);
    EXPECT_EQ(grid.boundary(), 108);
    for (int i = 1; i < 40; ++i) {
        EXPECT_FALSE(grid.complete());
        EXPECT_EQ(grid.completed(), i);
    }
    EXPECT_EQ(grid.boundary(), 100 + 40 * 8);
    EXPECT_TRUE(grid.complete());
    EXPECT_EQ(grid.completed(), 20);
    EXPECT_EQ(grid.length(), 16);
    EXPECT_EQ(grid.boundary(), 100 + 21 * 16);
    EXPECT_EQ(grid.part_of(100), 0U);
    EXPECT_EQ(grid.part_of(116), 8U);
    EXPECT_EQ(grid.part_of(100 + 40 * 8), 160U);
}

TEST(BatchMeans, EqualsTheTextbookFormula) {
    // One message a batch: the ratio estimator is the sample mean and its standard error. Values
    // without skewness, neighbours without positive correlation.
    const std::vector<std::int64_t> values = {3, 9, 4, 1, 7, 6, 2, 8};
    BatchMeans batches(BatchGrid(0, 4));
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto edge = static_cast<rtl::Cycle>(16 * i + 5);
        batches.generated(edge);
        batches.delivered(edge, sample(values[i]));
        batches.complete_batch();
        sum += static_cast<double>(values[i]);
        squares += static_cast<double>(values[i] * values[i]);
    }
    const double n = static_cast<double>(values.size());
    const double variance = (squares - sum * sum / n) / (n - 1);
    const IntervalEstimate estimate = batches.estimate(LatencyKind::unicast, 8, 0.95);
    EXPECT_EQ(estimate.messages, 8);
    EXPECT_DOUBLE_EQ(estimate.mean, sum / n);
    EXPECT_NEAR(estimate.half_width, student_t_quantile(0.95, 7) * std::sqrt(variance / n), 1e-9);
    EXPECT_DOUBLE_EQ(batches.estimate(LatencyKind::channel, 8, 0.95).mean, sum / n + 3);
    EXPECT_EQ(batches.estimate(LatencyKind::unicast, 1, 0.95).batches, 0);
}

TEST(BatchMeans, WaitsForTheMessagesOfABatch) {
    BatchMeans batches(BatchGrid(0, 4));
    batches.generated(3);
    batches.generated(20);
    for (int i = 0; i < 4; ++i) {
        batches.complete_batch();
    }
    EXPECT_EQ(batches.settled(), 0);
    batches.delivered(3, sample(60));
    EXPECT_EQ(batches.settled(), 1);
    batches.delivered(20, sample(50));
    EXPECT_EQ(batches.settled(), 4);
}

TEST(BatchMeans, MergingLosesNoMessage) {
    BatchMeans batches(BatchGrid(0, 2));
    std::mt19937 random(1);
    std::int64_t sum = 0, count = 0;
    for (rtl::Cycle edge = 0; edge < 4 * 1000; ++edge) {
        if (edge == batches.grid().boundary()) {
            batches.complete_batch();
        }
        const std::int64_t value = random() % 100;
        batches.generated(edge);
        batches.delivered(edge, sample(value));
        if (edge < 3840) {  // 30 batches of 128
            sum += value;
            ++count;
        }
    }
    EXPECT_EQ(batches.grid().length(), 128);
    EXPECT_EQ(batches.settled(), 31);
    const IntervalEstimate estimate = batches.estimate(LatencyKind::unicast, 30, 0.95);
    EXPECT_EQ(estimate.messages, count);
    EXPECT_DOUBLE_EQ(estimate.mean, static_cast<double>(sum) / static_cast<double>(count));
    EXPECT_TRUE(estimate.independent());
}

TEST(BatchMeans, SeesCorrelatedBatches) {
    BatchMeans batches(BatchGrid(0, 0));
    for (rtl::Cycle edge = 0; edge < 32; ++edge) {
        batches.generated(edge);
        batches.delivered(edge, sample(edge / 8 % 2 == 0 ? 10 : 20));
        batches.complete_batch();
    }
    const IntervalEstimate estimate = batches.estimate(LatencyKind::unicast, 32, 0.95);
    EXPECT_NEAR(estimate.autocorrelation, (28.0 - 3) / 32, 1e-12);
    EXPECT_FALSE(estimate.independent());
}

TEST(BatchMeans, WidensTheIntervalOfCorrelatedBatches) {
    BatchMeans batches(BatchGrid(0, 0));
    for (rtl::Cycle edge = 0; edge < 32; ++edge) {
        batches.generated(edge);
        batches.delivered(edge, sample(edge / 8 % 2 == 0 ? 10 : 20));
        batches.complete_batch();
    }
    const double r = (28.0 - 3) / 32;
    const double independent = student_t_quantile(0.95, 31) * std::sqrt(25.0 / 31);
    EXPECT_NEAR(batches.estimate(LatencyKind::unicast, 32, 0.95).half_width,
                independent * std::sqrt((1 + r) / (1 - r)), 1e-9);
}

TEST(BatchMeans, FindsTheCorrelationTime) {
    // Blocks of this many cycles share a value; a batch has 64 cycles, a part 8.
    const auto mean_correlation_time = [](rtl::Cycle block) {
        std::mt19937 random(4);
        double sum = 0;
        constexpr int kRuns = 100;
        for (int run = 0; run < kRuns; ++run) {
            BatchMeans batches(BatchGrid(0, 6));
            std::int64_t value = 0;
            for (rtl::Cycle edge = 0; edge < 38 * 64; ++edge) {
                if (edge == batches.grid().boundary()) {
                    batches.complete_batch();
                }
                value = edge % block == 0 ? static_cast<std::int64_t>(random() % 1000) : value;
                batches.generated(edge);
                batches.delivered(edge, sample(value));
            }
            sum += batches.estimate(LatencyKind::unicast, 37, 0.95).correlation_time;
        }
        return sum / kRuns;
    };
    EXPECT_NEAR(mean_correlation_time(16), 16, 1);
    EXPECT_NEAR(mean_correlation_time(32), 32, 2);
    EXPECT_NEAR(mean_correlation_time(1), 8, 0.7) << "a part is the shortest that can be seen";
}

TEST(BatchMeans, CountsTheBatchesWithALatency) {
    BatchMeans batches(BatchGrid(0, 2));
    for (rtl::Cycle edge = 0; edge < 40; edge += 4) {
        LatencySample taken = sample(7);
        taken.latency[2] = edge < 12 ? 1 : 0;
        batches.generated(edge);
        batches.delivered(edge, taken);
        batches.complete_batch();
    }
    EXPECT_EQ(batches.estimate(LatencyKind::unicast, 10, 0.95).filled, 10);
    EXPECT_EQ(batches.estimate(LatencyKind::source_queue, 10, 0.95).filled, 3);
}

TEST(BatchMeans, CoversTheTrueMeanAsOftenAsPromised) {
    // Independent samples with a skewed distribution, 40 a batch.
    int covered = 0;
    constexpr int kRuns = 2000;
    std::mt19937 random(7);
    std::geometric_distribution<int> latency(0.1);  // mean 9
    for (int run = 0; run < kRuns; ++run) {
        BatchMeans batches(BatchGrid(0, 6));
        for (int batch = 0; batch < 20; ++batch) {
            for (int i = 0; i < 40; ++i) {
                batches.generated(64 * batch + i);
                batches.delivered(64 * batch + i, sample(latency(random)));
            }
            batches.complete_batch();
        }
        const IntervalEstimate estimate = batches.estimate(LatencyKind::unicast, 20, 0.90);
        covered += std::abs(estimate.mean - 9) <= estimate.half_width ? 1 : 0;
    }
    // At least 0.90, less 4 standard deviations; the longer arm of a skewed interval adds some.
    EXPECT_GE(covered, 0.90 * kRuns - 4 * std::sqrt(kRuns * 0.09)) << "seed 7";
    EXPECT_LE(covered, 0.96 * kRuns) << "seed 7";
}

}  // namespace
}  // namespace flitscope::tb
