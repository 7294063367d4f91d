// Which queues are seen empty often enough, and what a network that is not may call itself.
#include "testbenches/drive/measurement/busy_periods.h"

#include <gtest/gtest.h>

#include <random>

#include "testbenches/drive/measurement/traffic_client.h"
#include "testbenches/tests/drive/measurement/fake_network.h"
#include "topologies/concentrated_mesh.h"

namespace flitscope::tb {
namespace {

constexpr topo::NodeId kNode = 3;

/// A queue whose length goes up or down by one in every cycle, from 0, and never below it.
bool walk_settles(std::mt19937_64& random, const rtl::NetworkDescription& description, int cycles,
                  double up) {
    BusyPeriods busy(description);
    std::bernoulli_distribution grows(up);
    std::int64_t length = 0;
    for (int cycle = 0; cycle < cycles; ++cycle) {
        length = std::max<std::int64_t>(0, length + (grows(random) ? 1 : -1));
        busy.joins(kNode, 0, cycle, static_cast<std::size_t>(length));
    }
    return busy.settled(cycles);
}

int walks_that_settle(int walks, int cycles, double up) {
    const FakeSetup setup;
    std::mt19937_64 random(7);
    int settled = 0;
    for (int i = 0; i < walks; ++i) {
        settled += walk_settles(random, setup.description, cycles, up) ? 1 : 0;
    }
    return settled;
}

TEST(BusyPeriods, AQueueAtItsLimitSettlesInOneOfAHundredRuns) {
    const int settled = walks_that_settle(2000, 2000, 0.5);
    EXPECT_GE(settled, 12);  // 1.4 % of 2000 are 28; three standard deviations are 16
    EXPECT_LE(settled, 44);
}

TEST(BusyPeriods, AQueueAboveItsLimitHardlyEverSettlesAndOneBelowDoes) {
    EXPECT_LE(walks_that_settle(500, 2000, 0.53), 3);
    EXPECT_GE(walks_that_settle(500, 2000, 0.3), 495);
}

TEST(BusyPeriods, HasQueuesForEveryNodeOfARouter) {
    const topo::ConcentratedMesh mesh({2}, 3);
    FakeSetup setup;
    setup.description.topology = &mesh;
    BusyPeriods busy(setup.description);
    busy.joins(5, 0, 100, 0);
    busy.joins(5, 0, 130, 1);
    EXPECT_EQ(busy.busiest(), "the source queue of node " + mesh.node_name(5));
    EXPECT_EQ(busy.longest(), 30);
}

TEST(BusyPeriods, CountsFromTheLastMessageThatFoundItsQueueEmpty) {
    const FakeSetup setup;
    BusyPeriods busy(setup.description);
    busy.joins(kNode, 0, 100, 0);
    busy.joins(kNode, 0, 130, 1);
    busy.joins(kNode, 0, 150, 2);
    EXPECT_EQ(busy.longest(), 50);
    busy.joins(kNode, 0, 400, 0);
    busy.joins(kNode, 0, 440, 1);
    EXPECT_EQ(busy.longest(), 50);
    EXPECT_EQ(busy.busiest(), "the source queue of node (3,0)");
    EXPECT_TRUE(busy.settled(300));
    EXPECT_FALSE(busy.settled(299));
}

TEST(BusyPeriods, TellsQueuesOfANodeApart) {
    FakeSetup setup;
    setup.description.router.injection_ports = 2;
    BusyPeriods busy(setup.description);
    for (rtl::Cycle edge = 0; edge < 100; edge += 10) {
        busy.joins(kNode, 0, edge, 0);
        busy.joins(kNode, 1, edge, 1);
    }
    EXPECT_EQ(busy.longest(), 90);
}

struct StateRun {
    StateRun(const ExperimentConfig& config, const FakeBehaviour& behaviour)
        : setup(behaviour), client(config.traffic, config.measure, config.seed, setup.description) {
        setup.network->run(client, rtl::kNever);
    }
    FakeSetup setup;
    TrafficClient client;
};

TEST(RunState, ShortRunsAboveTheLimitAreNotCalledStable) {
    FakeBehaviour behaviour;
    behaviour.service = 20;  // carries 0.05 messages a cycle and node
    int stable = 0;
    int undecided = 0;
    for (int seed = 1; seed <= 40; ++seed) {
        for (const rtl::Cycle cycles : {4000, 16000}) {
            ExperimentConfig config = fake_config(0.051);
            config.seed = static_cast<std::uint64_t>(seed);
            config.measure.max_cycles = cycles;
            const StateRun run(config, behaviour);
            undecided += run.client.measurement().undecided() ? 1 : 0;
            stable +=
                !run.client.measurement().undecided() && !run.client.measurement().saturated();
        }
    }
    EXPECT_EQ(stable, 0);
    EXPECT_GT(undecided, 40) << "2 % above are not seen at once";
}

TEST(RunState, LongRunsBelowTheLimitAreStable) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    for (int seed = 1; seed <= 10; ++seed) {
        ExperimentConfig config = fake_config(0.045);  // 90 % busy
        config.seed = static_cast<std::uint64_t>(seed);
        config.measure.max_cycles = 200000;
        const StateRun run(config, behaviour);
        EXPECT_FALSE(run.client.measurement().undecided()) << seed;
        EXPECT_FALSE(run.client.measurement().saturated()) << seed;
    }
}

TEST(RunState, ClosedLoopsAndQueuesThatLoseHaveNoLimit) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    ExperimentConfig config = fake_config(0.06);
    config.measure.max_cycles = 8000;
    config.traffic.source_queue = 4;
    config.traffic.when_full = WhenFull::lose;
    EXPECT_FALSE(StateRun(config, behaviour).client.measurement().undecided());
    config.traffic.when_full = WhenFull::wait;  // in front of the queue, without a bound
    const StateRun waits(config, behaviour);
    EXPECT_TRUE(waits.client.measurement().undecided() || waits.client.measurement().saturated());
}

TEST(RunState, ACircleIsLookedForBeforeARunIsCalledSaturated) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    const StateRun saturated(fake_config(0.06), behaviour);
    EXPECT_TRUE(saturated.client.measurement().saturated());
    EXPECT_FALSE(saturated.client.deadlock());
    behaviour.deadlock = true;
    const StateRun deadlocked(fake_config(0.06), behaviour);
    EXPECT_TRUE(deadlocked.client.deadlock());
    EXPECT_TRUE(deadlocked.client.stopped());
}

}  // namespace
}  // namespace flitscope::tb
