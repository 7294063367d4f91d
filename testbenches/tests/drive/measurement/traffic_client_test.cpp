#include "testbenches/drive/measurement/traffic_client.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "testbenches/tests/drive/measurement/fake_network.h"

namespace flitscope::tb {
namespace {

struct ClientRun {
    explicit ClientRun(const ExperimentConfig& config, const FakeBehaviour& behaviour = {})
        : setup(behaviour), client(config.traffic, config.measure, config.seed, setup.description) {
        setup.network->run(client, rtl::kNever);
        client.check_books();
    }
    const MessageCounts& counts() const { return client.measurement().counts(); }

    FakeSetup setup;
    TrafficClient client;
};

/// 0.04 messages a cycle at sources that serve one in 20 cycles; those that find `source_queue`
/// full are lost.
ClientRun losing_run(int source_queue) {
    ExperimentConfig config = fake_config(0.04);
    config.traffic.source_queue = source_queue;
    config.traffic.when_full = WhenFull::lose;
    FakeBehaviour behaviour;
    behaviour.service = 20;
    return ClientRun(config, behaviour);
}

TEST(TrafficClient, FullQueuesLoseMessages) {
    const ClientRun run = losing_run(2);
    EXPECT_GT(run.counts().lost, 0);
    EXPECT_FALSE(run.client.measurement().saturated());
    EXPECT_EQ(static_cast<std::int64_t>(run.setup.network->offered.size()),
              run.counts().generated - run.counts().lost);
    // Nobody waits behind more than two others and the one in service.
    const auto findings = run.client.measurement().findings();
    EXPECT_LE(*findings.latency[static_cast<std::size_t>(LatencyKind::source_queue)].max, 3 * 20);
}

TEST(TrafficClient, WithoutASourceQueueAMessageStartsWhenItJoinsOrIsLost) {
    const ClientRun run = losing_run(0);
    const auto findings = run.client.measurement().findings();
    EXPECT_EQ(findings.latency[static_cast<std::size_t>(LatencyKind::source_queue)].max, 0);
    // Of what follows a start at t, edges t+1 .. t+19 lose 19 * 0.04 messages in the mean.
    const double lost = 19 * 0.04;
    EXPECT_NEAR(
        static_cast<double>(run.counts().lost) / static_cast<double>(run.counts().generated),
        lost / (1 + lost), 0.025);  // three standard deviations
}

TEST(TrafficClient, WithoutASourceQueueAMessageMayWaitToo) {
    ExperimentConfig config = fake_config(0.04);
    FakeBehaviour behaviour;
    behaviour.service = 20;
    const ClientRun unbounded(config, behaviour);
    config.traffic.source_queue = 0;
    const ClientRun bounded(config, behaviour);
    EXPECT_EQ(bounded.counts().lost, 0);
    EXPECT_EQ(unbounded.client.measurement().findings().latency[0].mean,
              bounded.client.measurement().findings().latency[0].mean);
}

TEST(TrafficClient, MessagesInFrontOfAFullQueueKeepTheirTimeAndOrder) {
    ExperimentConfig config = fake_config(0.04);
    FakeBehaviour behaviour;
    behaviour.service = 20;
    const ClientRun unbounded(config, behaviour);
    config.traffic.source_queue = 1;
    config.traffic.when_full = WhenFull::wait;
    const ClientRun bounded(config, behaviour);
    // One source, one queue: where a message waits changes nothing.
    const auto a = unbounded.client.measurement().findings();
    const auto b = bounded.client.measurement().findings();
    EXPECT_EQ(a.simulated_cycles, b.simulated_cycles);
    EXPECT_EQ(a.latency[0].mean, b.latency[0].mean);
    EXPECT_EQ(a.latency[0].max, b.latency[0].max);
    EXPECT_EQ(bounded.counts().lost, 0);
    bool waited = false;
    for (const rtl::Message& message : bounded.setup.network->offered) {
        waited = waited || message.sequence > 0;
    }
    EXPECT_TRUE(waited);
}

TEST(TrafficClient, SaturatedSourcesWithBoundedQueuesAreRecognised) {
    ExperimentConfig config = fake_config(0.06);
    config.traffic.source_queue = 1;
    FakeBehaviour behaviour;
    behaviour.service = 20;
    const ClientRun run(config, behaviour);
    EXPECT_TRUE(run.client.measurement().saturated());
    EXPECT_GT(run.counts().undelivered(), 32 * 3);
}

TEST(TrafficClient, EndsWhenTheSourcesHaveEndedAndAllIsDelivered) {
    ExperimentConfig config = fake_config(0.01);
    config.traffic.arrivals.name = "once";
    config.measure.warmup_messages = 0;
    const ClientRun run(config);
    EXPECT_EQ(run.counts().generated, 32);
    EXPECT_EQ(run.counts().delivered, 32);
    const auto findings = run.client.measurement().findings();
    EXPECT_EQ(findings.latency[0].count, 32);
    EXPECT_EQ(findings.simulated_cycles, *findings.latency[0].max);
    EXPECT_FALSE(run.client.stopped());

    config.traffic.pattern.name = "none";
    const ClientRun silent(config);
    EXPECT_EQ(silent.setup.network->now(), 0);
    EXPECT_EQ(silent.counts().generated, 0);
}

TEST(TrafficClient, StartUpDelaysTheJoiningNotTheLatency) {
    ExperimentConfig config = fake_config(0.01);
    const ClientRun now(config);
    config.traffic.startup_cycles = 50;
    const ClientRun later(config);
    ASSERT_GT(later.setup.network->offered.size(), 100U);
    for (std::size_t i = 0; i < 100; ++i) {
        EXPECT_EQ(later.setup.network->offered[i].generated,
                  now.setup.network->offered[i].generated + 50);
    }
    EXPECT_EQ(*later.client.measurement().findings().latency[0].min,
              *now.client.measurement().findings().latency[0].min);
}

TEST(TrafficClient, NoticesABrokenNetwork) {
    FakeBehaviour twice, corrupted, forgotten;
    twice.twice = 40;
    corrupted.corrupted = 40;
    forgotten.forgotten = 40;
    EXPECT_THROW(ClientRun(fake_config(0.01), twice), std::logic_error);
    EXPECT_THROW(ClientRun(fake_config(0.01), corrupted), std::logic_error);
    EXPECT_THROW(ClientRun(fake_config(0.01), forgotten), std::logic_error);
    EXPECT_NO_THROW(ClientRun(fake_config(0.01)));
}

TEST(TrafficClient, StopsWhenAsked) {
    FakeSetup setup;
    const ExperimentConfig config = fake_config(0.01);
    TrafficClient client(config.traffic, config.measure, config.seed, setup.description);
    setup.network->run(client, 3000);
    client.stop();
    setup.network->run(client, rtl::kNever);
    EXPECT_LT(setup.network->now(), 3200);
    EXPECT_TRUE(client.stopped());
    client.check_books();
    EXPECT_GT(client.measurement().findings().latency[0].count, 0);
}

TEST(TrafficClient, TheFirstProtocolErrorEndsTheRun) {
    FakeBehaviour behaviour;
    behaviour.in_error = 20;
    const ClientRun run(fake_config(0.04), behaviour);
    EXPECT_TRUE(run.client.stopped());
    EXPECT_EQ(run.client.protocol_errors(), 1);
    EXPECT_EQ(run.client.first_error().message.id, 20u);
    EXPECT_EQ(run.client.measurement().findings().simulated_cycles,
              run.client.first_error().delivered);
    EXPECT_EQ(ClientRun(fake_config(0.04)).client.protocol_errors(), 0);
}

}  // namespace
}  // namespace flitscope::tb
