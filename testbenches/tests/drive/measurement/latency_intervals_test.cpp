#include "testbenches/drive/measurement/latency_intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {
namespace {

constexpr int kLength = 1024;  // cycles of a batch

/// 0..15, another one for each period of so many cycles.
std::int64_t swing(rtl::Cycle edge, rtl::Cycle period) {
    auto x = static_cast<std::uint64_t>(edge / period + 1) * 0x9E3779B97F4A7C15U;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return static_cast<std::int64_t>(x >> 60);
}

/// Batches with a message every fourth cycle: network latency about 40 + more(edge), and the wait
/// at the source that `wait` says.
template <typename More, typename Wait>
BatchMeans fill(int batches, More more, Wait wait) {
    BatchMeans means(BatchGrid(0, 10));
    std::mt19937 random(5);
    for (rtl::Cycle edge = 0; edge < batches * kLength; ++edge) {
        if (edge == means.grid().boundary()) {
            means.complete_batch();
        }
        if (edge % 4 == 0) {
            const auto network = static_cast<std::int64_t>(35 + random() % 11) + more(edge);
            const std::int64_t waited = wait(edge);
            LatencySample sample;
            sample.latency = {network + waited, network, waited, network - 2};
            means.generated(edge);
            means.delivered(edge, sample);
        }
    }
    means.complete_batch();
    return means;
}

std::int64_t calm(rtl::Cycle /*edge*/) { return 0; }
std::int64_t now_and_then(rtl::Cycle edge) { return edge * 7919 % 101 < 20 ? 3 : 0; }

LatencyIntervals::Look look(const BatchMeans& means, const LatencyIntervals& intervals = {}) {
    return intervals.look(means, means.settled(), 0.95);
}

std::string distrust(const LatencyIntervals::Look& look, LatencyKind kind) {
    const char* reason = look.distrust[static_cast<std::size_t>(kind)];
    return reason == nullptr ? "" : reason;
}

double half_width(const LatencyIntervals::Look& look, LatencyKind kind) {
    return look.half_width[static_cast<std::size_t>(kind)];
}

TEST(LatencyIntervals, BelieveQuietBatches) {
    const auto seen = look(fill(38, calm, now_and_then));
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        EXPECT_EQ(distrust(seen, static_cast<LatencyKind>(i)), "") << i;
    }
    EXPECT_GT(seen.relative_error(), 0.0005);
    EXPECT_TRUE(seen.precise(0.01));
    EXPECT_FALSE(seen.precise(0.0005));
}

TEST(LatencyIntervals, WantBatchesMessagesAndTime) {
    EXPECT_EQ(distrust(look(fill(18, calm, now_and_then)), LatencyKind::unicast),
              "too few messages");
    EXPECT_EQ(distrust(look(fill(19, calm, now_and_then)), LatencyKind::unicast), "");
    const auto slow = [](rtl::Cycle /*edge*/) { return 70; };  // 110 cycles: 10 of them > a batch
    EXPECT_EQ(distrust(look(fill(25, slow, now_and_then)), LatencyKind::unicast),
              "window too short for how slowly the latency changes");
    BatchMeans sparse(BatchGrid(0, 10));
    for (int batch = 0; batch < 25; ++batch) {
        for (int i = 0; i < 9; ++i) {
            LatencySample sample;
            sample.latency = {30 + i, 30 + i, 0, 28 + i};
            sparse.generated(batch * kLength + 100 * i);
            sparse.delivered(batch * kLength + 100 * i, sample);
        }
        sparse.complete_batch();
    }
    EXPECT_EQ(distrust(look(sparse), LatencyKind::network), "too few messages");
}

TEST(LatencyIntervals, DoNotBelieveAMeanWaitOfHardlyAnyMessages) {
    const auto seen = look(fill(38, calm, [](rtl::Cycle edge) {
        return edge < 4 * kLength && edge % kLength == 0 ? 1 : 0;
    }));
    EXPECT_EQ(distrust(seen, LatencyKind::source_queue), "too few messages waited");
    EXPECT_EQ(distrust(seen, LatencyKind::unicast), "");
    EXPECT_TRUE(seen.precise(0.05)) << "no run waits for the source queue";
}

TEST(LatencyIntervals, WantAWindowOfManyCorrelationTimes) {
    // A swing that lasts half a batch: 38 batches are 76 such times.
    const auto swinging = [](rtl::Cycle edge) { return swing(edge, kLength / 2); };
    const auto few = look(fill(38, swinging, now_and_then));
    EXPECT_TRUE(few[LatencyKind::unicast].independent());
    EXPECT_EQ(distrust(few, LatencyKind::unicast),
              "window too short for how slowly the latency changes");
    EXPECT_FALSE(few.precise(1));
    EXPECT_GT(few[LatencyKind::unicast].correlation_time, 1.5 * kLength / 8);
}

TEST(LatencyIntervals, DoNotBelieveCorrelatedBatches) {
    const auto drifting = [](rtl::Cycle edge) { return edge / kLength / 6 % 2; };
    const auto seen = look(fill(30, drifting, now_and_then));
    EXPECT_FALSE(seen[LatencyKind::network].independent());
    EXPECT_EQ(distrust(seen, LatencyKind::network),
              "window too short for how slowly the latency changes");
}

TEST(LatencyIntervals, DoNotBelieveCorrelatedBatchesHoweverLongTheWindow) {
    const auto a_little = [](rtl::Cycle edge) {
        return edge % 8 == 0 ? edge / kLength / 6 % 2 : 0;
    };
    const auto seen = look(fill(38, a_little, now_and_then));
    EXPECT_FALSE(seen[LatencyKind::network].independent());
    EXPECT_LT(90 * seen[LatencyKind::network].correlation_time, 38 * kLength);
    EXPECT_EQ(distrust(seen, LatencyKind::network),
              "window too short for how slowly the latency changes");
}

TEST(LatencyIntervals, RememberWhatEarlierLooksHaveSeen) {
    const auto swinging = [](rtl::Cycle edge) { return swing(edge, 3 * kLength); };
    const BatchMeans wild = fill(20, swinging, now_and_then), quiet = fill(38, calm, now_and_then);
    LatencyIntervals intervals;
    const auto before = look(wild, intervals);
    intervals.remember(before, wild);
    const auto after = look(quiet, intervals);
    for (const LatencyKind kind : {LatencyKind::unicast, LatencyKind::network}) {
        EXPECT_DOUBLE_EQ(half_width(after, kind), before[kind].half_width * std::sqrt(20.0 / 38.0));
        EXPECT_EQ(distrust(after, kind), "window too short for how slowly the latency changes");
    }
    EXPECT_LT(half_width(look(quiet), LatencyKind::unicast),
              half_width(after, LatencyKind::unicast));
    // Two looks later the length is forgiven, the correlation is not.
    intervals.remember(after, quiet);
    EXPECT_EQ(half_width(look(quiet, intervals), LatencyKind::network),
              half_width(look(quiet), LatencyKind::network));
    EXPECT_FALSE(look(quiet, intervals).precise(1));
}

TEST(LatencyIntervals, KeepWhatTheDecisionPromisedForANewWindow) {
    const auto some = [](rtl::Cycle edge) { return swing(edge, 64); };
    const BatchMeans decided = fill(25, some, now_and_then), quiet = fill(36, calm, now_and_then);
    const auto promised = look(decided);
    ASSERT_TRUE(promised.precise(0.05));
    LatencyIntervals intervals;
    intervals.remember(promised, decided, true);
    // However quiet the new window is, and whatever later looks find.
    for (int later = 0; later < 2; ++later) {
        const auto kept = look(quiet, intervals);
        for (const LatencyKind kind :
             {LatencyKind::unicast, LatencyKind::network, LatencyKind::channel}) {
            EXPECT_DOUBLE_EQ(half_width(kept, kind),
                             half_width(promised, kind) * std::sqrt(25.0 / 36.0));
            EXPECT_GT(half_width(kept, kind), 2 * kept[kind].half_width);
        }
        EXPECT_EQ(half_width(kept, LatencyKind::source_queue),
                  kept[LatencyKind::source_queue].half_width);
        intervals.remember(kept, quiet);
    }
}

TEST(LatencyIntervals, AreLongerThanPromisedWhereTheNewWindowErrsMoreThanCanBeChance) {
    const BatchMeans decided = fill(38, calm, now_and_then);
    LatencyIntervals intervals;
    intervals.remember(look(decided), decided, true);
    const double promised = half_width(look(decided), LatencyKind::network);
    const auto ratio = [&](rtl::Cycle period) {
        const auto some = [&](rtl::Cycle edge) { return swing(edge, period) / 4; };
        const auto seen = look(fill(38, some, now_and_then), intervals);
        EXPECT_EQ(distrust(seen, LatencyKind::network), "") << "the decision stands";
        return std::make_pair(seen[LatencyKind::network].half_width / promised,
                              half_width(seen, LatencyKind::network) / promised);
    };
    const auto little = ratio(72), more = ratio(104), much = ratio(3 * kLength);
    EXPECT_GT(little.first, 1.5);
    EXPECT_LT(little.first, 2);
    EXPECT_DOUBLE_EQ(little.second, 1);
    EXPECT_GT(more.first, 2);
    EXPECT_LT(more.first, 2.5);
    EXPECT_DOUBLE_EQ(more.second, more.first / 2);
    EXPECT_GT(much.first, 4);
    EXPECT_DOUBLE_EQ(much.second, 1.25) << "or a high mean would never miss";
}

TEST(LatencyIntervals, KeepUnicastNoShorterThanItsParts) {
    // Network latency and wait cancel each other: their sum hardly varies.
    const auto opposite = [](rtl::Cycle edge) { return edge * 7919 % 101 < 20 ? -3 : 0; };
    const auto seen = look(fill(38, opposite, now_and_then));
    EXPECT_DOUBLE_EQ(half_width(seen, LatencyKind::unicast),
                     std::hypot(half_width(seen, LatencyKind::network),
                                half_width(seen, LatencyKind::source_queue)));
    EXPECT_LT(seen[LatencyKind::unicast].half_width, half_width(seen, LatencyKind::unicast));
}

TEST(LatencyIntervals, AllowForBurstsOfWaitingInACongestedNetwork) {
    // The latency swings for half a batch, twelve mean latencies; waits are rare and regular.
    const auto congested = [](rtl::Cycle edge) { return swing(edge, kLength / 2) - 7; };
    const auto seen = look(fill(39, congested, now_and_then));
    const IntervalEstimate& unicast = seen[LatencyKind::unicast];
    const IntervalEstimate& queue = seen[LatencyKind::source_queue];
    ASSERT_GT(unicast.correlation_time, 10 * unicast.mean);
    EXPECT_GT(half_width(seen, LatencyKind::source_queue), 3 * queue.half_width);
    EXPECT_GT(half_width(seen, LatencyKind::source_queue), 0.5 * queue.mean);
    // In a quiet network the same waits are taken as they are.
    EXPECT_EQ(half_width(look(fill(39, calm, now_and_then)), LatencyKind::source_queue),
              queue.half_width);
}

/// Waits of 10 cycles and more beside 40 in the network, from which the batches hardly differ.
TEST(LatencyIntervals, AllowForBurstsWhereWaitsAreCommon) {
    const auto congested = [](rtl::Cycle edge) { return swing(edge, kLength / 2) - 7; };
    const auto often = [](rtl::Cycle edge) { return 10 + now_and_then(edge); };
    const auto seen = look(fill(39, congested, often));
    const IntervalEstimate& unicast = seen[LatencyKind::unicast];
    const IntervalEstimate& queue = seen[LatencyKind::source_queue];
    const IntervalEstimate& network = seen[LatencyKind::network];
    ASSERT_GT(unicast.correlation_time, 10 * unicast.mean);
    ASSERT_GT(20 * queue.mean, unicast.mean);
    const double bursts = student_t_quantile(0.95, 38) * 0.75 *
                          std::sqrt(queue.mean * network.mean) *
                          std::sqrt(unicast.correlation_time / (39.0 * kLength));
    const double queueing = std::min(bursts, unicast.half_width + network.half_width);
    EXPECT_NEAR(half_width(seen, LatencyKind::unicast), std::hypot(network.half_width, queueing),
                1e-9);
    // Both parts err the same way: what the network leaves of the unicast interval is enough.
    EXPECT_NEAR(half_width(seen, LatencyKind::source_queue),
                half_width(seen, LatencyKind::unicast) - network.half_width, 1e-9);
    EXPECT_GT(half_width(seen, LatencyKind::source_queue), 5 * queue.half_width);
    EXPECT_EQ(half_width(look(fill(39, calm, often)), LatencyKind::source_queue), queue.half_width);
}

}  // namespace
}  // namespace flitscope::tb
