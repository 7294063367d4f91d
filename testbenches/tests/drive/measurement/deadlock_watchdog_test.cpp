#include "testbenches/drive/measurement/deadlock_watchdog.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "testbenches/drive/measurement/traffic_client.h"
#include "testbenches/tests/drive/measurement/fake_network.h"

namespace flitscope::tb {
namespace {

/// Runs the configuration on a fake network and says what the watchdog found.
std::optional<DeadlockReport> run(const ExperimentConfig& config, const FakeBehaviour& behaviour,
                                  rtl::Cycle* end = nullptr) {
    FakeSetup setup(behaviour);
    TrafficClient client(config.traffic, config.measure, config.seed, setup.description);
    setup.network->run(client, rtl::kNever);
    if (end != nullptr) {
        *end = setup.network->now();
    }
    return client.deadlock();
}

TEST(DeadlockWatchdog, EndsARunInWhichNothingMoves) {
    ExperimentConfig config = fake_config(0.01);
    config.traffic.arrivals.name = "once";
    FakeBehaviour behaviour;
    behaviour.first_stuck = 20;
    behaviour.deadlock = true;
    rtl::Cycle end = 0;
    const auto report = run(config, behaviour, &end);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->found.cycle.size(), 2U);
    // The first check sees what moved at the start, the second that nothing has moved since.
    EXPECT_EQ(report->edge, 2 * (1000 + 2 * 1 + 1));
    EXPECT_EQ(end, report->edge);
}

TEST(DeadlockWatchdog, FindsDeadMessagesWhileOthersMove) {
    FakeBehaviour behaviour;
    behaviour.first_stuck = behaviour.last_stuck = 700;
    behaviour.deadlock = true;
    ExperimentConfig config = fake_config(0.01);
    config.measure.relative_error = 1e-6;
    const auto report = run(config, behaviour);
    ASSERT_TRUE(report.has_value());
    EXPECT_LE(report->edge, 25000);
}

TEST(DeadlockWatchdog, SaysWhenNothingMovesWithoutACircle) {
    ExperimentConfig config = fake_config(0.01);
    config.traffic.arrivals.name = "once";
    FakeBehaviour behaviour;
    behaviour.first_stuck = 20;
    EXPECT_THROW(run(config, behaviour), std::logic_error);
}

TEST(DeadlockWatchdog, LeavesAHealthyNetworkAlone) {
    // waits() shows a circle, but nobody has a reason to look.
    FakeBehaviour behaviour;
    behaviour.deadlock = true;
    for (const double rate : {1e-6, 0.00003, 0.01}) {
        ExperimentConfig config = fake_config(rate);
        config.measure.max_cycles = 60000;
        EXPECT_FALSE(run(config, behaviour).has_value()) << rate;
    }
}

TEST(DeadlockWatchdog, LooksAtTheSameEdgesHoweverOftenItIsCalled) {
    FakeBehaviour behaviour;
    behaviour.first_stuck = behaviour.last_stuck = 7;
    behaviour.deadlock = true;
    for (const double rate : {0.00002, 0.0003, 0.01}) {
        ExperimentConfig config = fake_config(rate);
        config.measure.max_cycles = 100000;
        config.measure.relative_error = 1e-6;
        behaviour.every_edge = false;
        const auto jumping = run(config, behaviour);
        behaviour.every_edge = true;
        const auto stepping = run(config, behaviour);
        ASSERT_TRUE(jumping && stepping) << rate;
        EXPECT_EQ(jumping->edge, stepping->edge) << rate;
    }
}

}  // namespace
}  // namespace flitscope::tb
