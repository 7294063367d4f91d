#include "testbenches/drive/measurement/measurement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "testbenches/drive/measurement/traffic_client.h"
#include "testbenches/tests/drive/measurement/fake_network.h"

namespace flitscope::tb {
namespace {

/// Keeps what was delivered, so that the findings can be computed again from scratch.
class RecordingClient : public TrafficClient {
public:
    using TrafficClient::TrafficClient;
    void delivered(const rtl::Delivery& delivery) override {
        deliveries.push_back(delivery);
        TrafficClient::delivered(delivery);
    }
    std::vector<rtl::Delivery> deliveries;
};

struct FakeRun {
    explicit FakeRun(const ExperimentConfig& config, const FakeBehaviour& behaviour = {})
        : setup(behaviour), client(config.traffic, config.measure, config.seed, setup.description) {
        setup.network->run(client, rtl::kNever);
        client.check_books();
        findings = client.measurement().findings();
    }
    const LatencySummary& latency(LatencyKind kind = LatencyKind::unicast) const {
        return findings.latency[static_cast<std::size_t>(kind)];
    }
    bool in_window(rtl::Cycle generated) const {
        return generated >= findings.warmup_cycles &&
               generated < findings.warmup_cycles + findings.measured_cycles;
    }

    FakeSetup setup;
    RecordingClient client;
    Findings findings;
};

/// Geo/D/1: messages with probability `rate` a cycle, each served for `service` cycles. Mean wait
/// rate*S*(S-1) / (2*(1 - rate*S)); zero load on the 8x4 mesh, mean distance 4: 5*3 + 4*1 + 5-1.
double mean_latency(double rate, int service) {
    return 5 * 3 + 4 + 4 + rate * service * (service - 1) / (2 * (1 - rate * service));
}

TEST(Measurement, WarmUpEndsWithTheMessagesAskedFor) {
    ExperimentConfig config = fake_config(0.01);
    config.measure.relative_error = 1e-6;  // no second window
    config.measure.max_cycles = 10000;
    const FakeRun run(config);
    std::int64_t before = 0;
    for (const rtl::Delivery& delivery : run.client.deliveries) {
        before += delivery.delivered < run.findings.warmup_cycles ? 1 : 0;
    }
    EXPECT_LT(before, 500);
    const std::int64_t until = std::count_if(
        run.client.deliveries.begin(), run.client.deliveries.end(),
        [&](const rtl::Delivery& d) { return d.delivered <= run.findings.warmup_cycles; });
    EXPECT_GE(until, 500);
}

TEST(Measurement, WarmUpTakesAtMostAQuarter) {
    ExperimentConfig config = fake_config(0.0001);
    config.measure.max_cycles = 40000;
    EXPECT_EQ(FakeRun(config).findings.warmup_cycles, 10000);
    config.measure.warmup_messages = 0;
    EXPECT_EQ(FakeRun(config).findings.warmup_cycles, 0);
}

TEST(Measurement, MeasuresExactlyTheMessagesOfTheWindowSlowOnesIncluded) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    const FakeRun run(fake_config(0.04), behaviour);  // 80 % busy sources
    std::vector<std::int64_t> total;
    double network = 0, queue = 0, channel = 0, hops = 0, generated = 0, generated_flits = 0;
    for (const rtl::Delivery& d : run.client.deliveries) {
        if (run.in_window(d.message.generated)) {
            total.push_back(d.delivered - d.message.generated);
            network += static_cast<double>(d.delivered - d.injected);
            queue += static_cast<double>(d.injected - d.message.generated);
            channel += static_cast<double>(d.arrived - d.departed + 1);
            hops += d.hops;
        }
    }
    for (const rtl::Message& message : run.setup.network->offered) {
        generated += run.in_window(message.generated) ? 1 : 0;
        generated_flits += run.in_window(message.generated) ? message.length : 0;
    }
    const auto count = static_cast<double>(total.size());
    EXPECT_EQ(count, generated) << "a message of the window was not waited for";
    ASSERT_GT(count, 1000);
    std::sort(total.begin(), total.end());
    EXPECT_EQ(run.latency().count, static_cast<std::int64_t>(total.size()));
    EXPECT_EQ(*run.latency().min, total.front());
    EXPECT_EQ(*run.latency().max, total.back());
    EXPECT_EQ(*run.latency().p95, total[(total.size() * 95 + 99) / 100 - 1]);
    EXPECT_DOUBLE_EQ(*run.latency().mean, (network + queue) / count);
    EXPECT_DOUBLE_EQ(*run.latency(LatencyKind::network).mean, network / count);
    EXPECT_DOUBLE_EQ(*run.latency(LatencyKind::source_queue).mean, queue / count);
    EXPECT_DOUBLE_EQ(*run.latency(LatencyKind::channel).mean, channel / count);
    EXPECT_DOUBLE_EQ(*run.findings.mean_hops, hops / count);
    const double node_cycles = 32.0 * static_cast<double>(run.findings.measured_cycles);
    EXPECT_DOUBLE_EQ(*run.findings.offered, generated_flits / node_cycles);
    EXPECT_NEAR(*run.findings.accepted, *run.findings.offered, 0.01);
    // The run went on until the last of them was delivered.
    EXPECT_GE(run.findings.simulated_cycles,
              run.findings.warmup_cycles + run.findings.measured_cycles);
}

TEST(Measurement, StopsWithTheIntervalAskedFor) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    rtl::Cycle previous = 0;
    for (const double wanted : {0.2, 0.05, 0.02}) {
        ExperimentConfig config = fake_config(0.035);
        config.measure.relative_error = wanted;
        const FakeRun run(config, behaviour);
        EXPECT_LT(run.findings.simulated_cycles, config.measure.max_cycles);
        EXPECT_LE(*run.latency().ci, wanted * *run.latency().mean);
        EXPECT_TRUE(run.findings.warnings.empty()) << run.findings.warnings.front();
        EXPECT_GE(run.findings.measured_cycles, previous);
        previous = run.findings.measured_cycles;
    }
}

TEST(Measurement, IntervalsCoverTheMeanOfAQueueAsOftenAsPromised) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    int covered = 0;
    constexpr int kRuns = 80;
    const double truth = mean_latency(0.035, 20);  // 70 % busy, 45.2 cycles
    for (int seed = 1; seed <= kRuns; ++seed) {
        ExperimentConfig config = fake_config(0.035);
        config.seed = static_cast<std::uint64_t>(seed);
        const FakeRun run(config, behaviour);
        covered += std::abs(*run.latency().mean - truth) <= *run.latency().ci ? 1 : 0;
    }
    EXPECT_GE(covered, 0.88 * kRuns);
}

TEST(Measurement, ReportsAWindowOfWhichTheDecisionHasSeenNothing) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    for (int seed = 1; seed <= 3; ++seed) {
        ExperimentConfig config = fake_config(0.035);
        config.seed = static_cast<std::uint64_t>(seed);
        const FakeRun run(config, behaviour);
        std::vector<rtl::Cycle> times;
        for (const rtl::Delivery& delivery : run.client.deliveries) {
            times.push_back(delivery.delivered);
        }
        std::nth_element(times.begin(), times.begin() + 499, times.end());
        const rtl::Cycle looked = run.findings.warmup_cycles - times[499];
        EXPECT_GE(looked, 20 * 256) << "the window that decides";
        EXPECT_GE(run.findings.measured_cycles, looked);
        EXPECT_LE(run.findings.measured_cycles, 2 * looked);
    }
}

TEST(Measurement, MeasuresAllThatItsTimeAllowsWhereASecondWindowDoesNotFit) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    ExperimentConfig config = fake_config(0.035);
    const FakeRun long_enough(config, behaviour);
    const rtl::Cycle window =
        long_enough.findings.warmup_cycles + long_enough.findings.measured_cycles;
    config.measure.max_cycles = window;
    const FakeRun run(config, behaviour);
    EXPECT_EQ(run.findings.simulated_cycles, window);
    EXPECT_LT(run.findings.warmup_cycles, 1000) << "nothing is thrown away";
    EXPECT_EQ(run.findings.warmup_cycles + run.findings.measured_cycles, window - window / 16);
    EXPECT_TRUE(run.latency().ci.has_value());
    EXPECT_TRUE(run.findings.warnings.empty());
}

TEST(Measurement, LooksAfterTwentyBatchesAndEveryFiveMore) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    std::set<rtl::Cycle> seen;
    for (int seed = 1; seed <= 60; ++seed) {
        ExperimentConfig config = fake_config(0.02 + 0.0002 * seed);
        config.seed = static_cast<std::uint64_t>(seed);
        config.measure.relative_error = 0.03;
        rtl::Cycle batches = FakeRun(config, behaviour).findings.measured_cycles / 256;
        while (batches >= 40) {
            ASSERT_EQ(batches % 2, 0) << "seed " << seed;
            batches /= 2;
        }
        seen.insert(batches);
    }
    EXPECT_EQ(seen, (std::set<rtl::Cycle>{20, 25, 30, 35}));
}

TEST(Measurement, ARunThatSaturatesWhileItDrainsIsMeasuredToItsEnd) {
    FakeBehaviour behaviour;
    const FakeRun healthy(fake_config(0.01), behaviour);
    ASSERT_FALSE(healthy.client.measurement().saturated());
    // From shortly before the window closes nothing is delivered any more.
    const rtl::Cycle closed = healthy.findings.warmup_cycles + healthy.findings.measured_cycles;
    behaviour.first_stuck = 0;
    for (const rtl::Message& message : healthy.setup.network->offered) {
        behaviour.first_stuck += message.generated < closed - 100 ? 1 : 0;
    }
    const FakeRun run(fake_config(0.01), behaviour);
    EXPECT_TRUE(run.client.measurement().saturated());
    EXPECT_GT(run.findings.measured_cycles, healthy.findings.measured_cycles);
    EXPECT_EQ(run.findings.warmup_cycles + run.findings.measured_cycles,
              run.findings.simulated_cycles);
    std::int64_t delivered = 0;
    double flits = 0;
    for (const rtl::Delivery& delivery : run.client.deliveries) {
        delivered += delivery.message.generated >= run.findings.warmup_cycles ? 1 : 0;
    }
    for (const rtl::Message& message : run.setup.network->offered) {
        flits += run.in_window(message.generated) ? message.length : 0;
    }
    EXPECT_EQ(run.latency().count, delivered);
    EXPECT_DOUBLE_EQ(*run.findings.offered,
                     flits / (32.0 * static_cast<double>(run.findings.measured_cycles)));
    EXPECT_FALSE(run.latency().ci.has_value());
    EXPECT_STREQ(run.latency().ci_reason, "saturated");
}

TEST(Measurement, RunsToTheLimitWhenTheIntervalIsOutOfReach) {
    ExperimentConfig config = fake_config(0.01);
    config.measure.relative_error = 1e-7;
    config.measure.max_cycles = 16000;
    const FakeRun run(config);
    EXPECT_EQ(run.findings.simulated_cycles, 16000);
    EXPECT_EQ(run.findings.warmup_cycles + run.findings.measured_cycles, 15000);
    EXPECT_TRUE(run.latency().ci.has_value());
    EXPECT_EQ(run.findings.warnings.size(), 1U);
}

TEST(Measurement, WaitsToItsEndForMessagesThatComeLate) {
    ExperimentConfig config = fake_config(0.01);
    config.measure.max_cycles = 3000;
    config.traffic.startup_cycles = 100000;
    const FakeRun run(config);
    EXPECT_EQ(run.findings.simulated_cycles, 3000);
    EXPECT_EQ(run.latency().count, 0);
}

TEST(Measurement, ShortRunsStillGiveWhatThereIs) {
    for (const rtl::Cycle max_cycles : {1, 2, 10, 100, 1000}) {
        ExperimentConfig config = fake_config(0.05);
        config.measure.max_cycles = max_cycles;
        const FakeRun run(config);
        EXPECT_EQ(run.findings.simulated_cycles, max_cycles);
        EXPECT_FALSE(run.findings.warnings.empty());
    }
}

TEST(Measurement, RecognisesALoadAboveCapacityQuickly) {
    FakeBehaviour behaviour;
    behaviour.service = 20;  // capacity 0.05 messages a cycle
    for (int seed = 1; seed <= 5; ++seed) {
        ExperimentConfig config = fake_config(0.06);
        config.seed = static_cast<std::uint64_t>(seed);
        const FakeRun run(config, behaviour);
        EXPECT_TRUE(run.client.measurement().saturated()) << "seed " << seed;
        EXPECT_LT(run.findings.simulated_cycles, 30000) << "seed " << seed;
        EXPECT_NEAR(*run.findings.offered, 0.30, 0.01);
        EXPECT_NEAR(*run.findings.accepted, 0.25, 0.005);
        EXPECT_FALSE(run.latency().ci.has_value());
    }
}

TEST(Measurement, NeverCallsAStableLoadSaturated) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    for (const double rate : {0.0001, 0.01, 0.0475}) {  // up to 95 % busy
        for (int seed = 1; seed <= 4; ++seed) {
            ExperimentConfig config = fake_config(rate);
            config.seed = static_cast<std::uint64_t>(seed);
            config.measure.relative_error = 0.001;
            config.measure.max_cycles = 200000;
            const FakeRun run(config, behaviour);
            EXPECT_FALSE(run.client.measurement().saturated()) << rate << " seed " << seed;
        }
    }
}

TEST(Measurement, CallsTwentyTimesTheZeroLoadLatencySaturated) {
    constexpr int kZeroLoad = 23;  // its mean
    for (const int times : {19, 21}) {
        FakeBehaviour behaviour;
        behaviour.detour = (times - 1) * kZeroLoad;
        const FakeRun run(fake_config(0.01), behaviour);
        EXPECT_NEAR(*run.latency().mean, times * kZeroLoad, 1);
        EXPECT_EQ(run.client.measurement().saturated(), times > 20);
    }
}

TEST(Measurement, DoesNotDependOnTheOrderOfDeliveriesOrOnFurtherCalls) {
    ExperimentConfig config = fake_config(0.04);
    config.measure.series_every = 777;
    config.traffic.length = {"geometric", {{"mean", 5.0}}};
    FakeBehaviour behaviour;
    behaviour.service = 18;
    const FakeRun plain(config, behaviour);
    behaviour.every_edge = true;
    behaviour.reverse_order = true;
    const FakeRun other(config, behaviour);
    EXPECT_EQ(plain.findings.simulated_cycles, other.findings.simulated_cycles);
    EXPECT_EQ(plain.findings.measured_cycles, other.findings.measured_cycles);
    EXPECT_EQ(plain.client.measurement().counts().generated,
              other.client.measurement().counts().generated);
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        const auto kind = static_cast<LatencyKind>(i);
        EXPECT_EQ(plain.latency(kind).count, other.latency(kind).count);
        EXPECT_EQ(plain.latency(kind).mean, other.latency(kind).mean);
        EXPECT_EQ(plain.latency(kind).ci, other.latency(kind).ci);
        EXPECT_EQ(plain.latency(kind).p99, other.latency(kind).p99);
    }
    EXPECT_EQ(plain.findings.accepted, other.findings.accepted);
    ASSERT_EQ(plain.client.measurement().series().size(),
              other.client.measurement().series().size());
    EXPECT_EQ(plain.client.measurement().series().back().latency,
              other.client.measurement().series().back().latency);
}

TEST(Measurement, SeriesAddsUpToTheRun) {
    ExperimentConfig config = fake_config(0.02);
    config.measure.series_every = 500;
    config.measure.max_cycles = 10000;
    config.measure.relative_error = 1e-6;
    const FakeRun run(config);
    const auto& series = run.client.measurement().series();
    ASSERT_EQ(series.size(), 20U);
    std::int64_t generated = 0, delivered = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        EXPECT_EQ(series[i].cycle, 500 * static_cast<rtl::Cycle>(i + 1));
        generated += series[i].generated;
        delivered += series[i].delivered;
        EXPECT_EQ(series[i].undelivered, generated - delivered);
        EXPECT_NEAR(series[i].offered, 0.1, 0.03);
        ASSERT_TRUE(series[i].latency.has_value());
        EXPECT_NEAR(*series[i].latency, 23, 2);
    }
    EXPECT_EQ(delivered, run.client.measurement().counts().delivered);
}

TEST(Measurement, SeriesHasTheChannelsOfEveryIntervalWhereTheyAreAskedFor) {
    ExperimentConfig config = fake_config(0.02);
    config.measure.series_every = 500;
    config.measure.max_cycles = 10000;
    EXPECT_TRUE(FakeRun(config).client.measurement().series().back().channels.empty());
    config.measure.per_channel = true;
    const FakeRun run(config);
    for (const SeriesPoint& point : run.client.measurement().series()) {
        ASSERT_EQ(point.channels.size(), 2U * 7 * 4 + 2 * 8 * 3);
        EXPECT_NEAR(point.channels[0].utilisation, 1.0 / 8, 0.01);  // the same at all times
    }
}

TEST(Measurement, ListsTheDistributionOfLatenciesWhereItIsAskedFor) {
    ExperimentConfig config = fake_config(0.02);
    EXPECT_TRUE(FakeRun(config).latency().bins.empty());
    config.measure.distribution = true;
    const FakeRun run(config);
    std::int64_t messages = 0;
    for (const LatencyHistogram::Bin& bin : run.latency().bins) {
        messages += static_cast<std::int64_t>(bin.count);
    }
    EXPECT_EQ(messages, run.latency().count);
}

TEST(Measurement, RefusesMessagesFasterThanTheZeroLoadRule) {
    FakeBehaviour behaviour;
    behaviour.early = 33;
    EXPECT_THROW(FakeRun(fake_config(0.01), behaviour), std::logic_error);
}

/// What a run says that meets such a collective of one flit over the mesh of 8x4; "": nothing.
std::string said_of(rtl::Cycle cycles, std::int64_t wrong_results) {
    const FakeSetup setup;
    ExperimentConfig config = fake_config(0.01);
    config.traffic.collective.fraction = 1;
    Measurement measurement(config.measure, config.traffic, setup.description);
    FinishedOperation operation;
    operation.kind = OperationKind::collective;
    operation.delivered = cycles;
    operation.length = 1;
    operation.wrong_results = wrong_results;
    try {
        measurement.operation_finished(operation);
    } catch (const std::logic_error& error) {
        return error.what();
    }
    return "";
}

TEST(Measurement, EndsTheRunAtACollectiveThatIsTooFastOrWrong) {
    const FakeSetup setup;
    const rtl::Cycle bound = CollectiveBound(setup.description, tl::ExchangeRequest{}, 0).cycles(1);
    EXPECT_EQ(said_of(bound, 0), "");
    EXPECT_EQ(said_of(bound - 1, 0), "a collective took " + std::to_string(bound - 1) +
                                         " cycles, less than its bound of " +
                                         std::to_string(bound));
    EXPECT_EQ(said_of(bound, 3), "a collective left 3 nodes with a wrong result");
}

}  // namespace
}  // namespace flitscope::tb
