// `deadlock: recover_regressive` in networks that deadlock again and again: both levels are equal,
// and every message is delivered once (docs/recovery_and_faults.md).
#include <gtest/gtest.h>

#include "testbenches/drive/compare/crosscheck.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/sized.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "testbenches/tests/whole/faults/cyclic_networks.h"

namespace flitscope::tb {
namespace {

std::string draw_deadlocking(Draw& draw) {
    std::string text = draw_cyclic_network(draw);
    const int length = draw.number(2, 24);
    const bool whole = draw.chance(4);
    text += "router: {virtual_channels: 1, buffer_flits: " +
            std::to_string(whole ? length : draw.number(1, 3)) +
            ", pipeline: " + std::to_string(draw.number(1, 4)) +
            ", switching: " + (whole ? "virtual_cut_through" : "wormhole") +
            ", vc_reuse: " + draw.word({"tail_sent", "tail_sent", "buffer_empty"}) +
            ", injection_ports: " + draw.word({"1", "2", "all"}) +
            ", ejection_ports: " + draw.word({"1", "all"}) + "}\n";
    text += "link: {latency: " + std::to_string(draw.number(0, 3)) +
            ", cycles_per_flit: " + draw.word({"1", "1", "2"}) + "}\n";
    text += "traffic: {load: 0." + std::to_string(draw.number(2, 9)) +
            ", length: {distribution: fixed, mean: " + std::to_string(length) + "}" +
            ", source_queue: " + draw.word({"unbounded", "3", "unbounded", "3, when_full: lose"}) +
            "}\n";
    return text + "deadlock: recover_regressive\nmeasure: {max_cycles: 5000}\nseed: " +
           std::to_string(draw.number(1, 1000)) + "\n";
}

/// Nothing gets lost or doubled at any time.
Result run_fast(const ExperimentConfig& config) {
    const BuiltNetwork built = make_network(config, {});
    SimulationHooks hooks;
    hooks.progress_every = 97;
    hooks.progress = [&](const Progress& /*progress*/) { built.network->check_invariants(); };
    return simulate(config, *built.network, hooks);
}

class Recovery : public testing::TestWithParam<int> {};

const int kRecoveryGroups = sized(3, 4);
const int kConfigurationsPerGroup = sized(8, 100);

TEST_P(Recovery, FastAndSignalLevelAreEqual) {
    Draw draw(static_cast<std::uint64_t>(GetParam()));
    std::int64_t retransmitted = 0;
    for (int i = 0; i < kConfigurationsPerGroup; ++i) {
        const std::string text = draw_deadlocking(draw);
        ExperimentConfig config = parse_config("drawn.yaml", text);
        config.measure.to_the_end = true;
        config.clock_gates = i % 2 == 0;
        const CrosscheckReport report = crosscheck(config, {"fast", "signal"});
        ASSERT_TRUE(report.equal()) << text << report.summary();
        const Result result = run_fast(config);
        EXPECT_FALSE(result.deadlock.has_value()) << text;
        retransmitted += result.retransmitted;
    }
    EXPECT_GT(retransmitted, 50) << "hardly any of these networks deadlocks";
}

INSTANTIATE_TEST_SUITE_P(Group, Recovery, testing::Range(0, kRecoveryGroups));

/// All messages at once, many more than the network holds: it must get rid of every one.
TEST(RecoveredNetworks, DeliverEveryMessageOnce) {
    const int kMessages = 3000;
    Draw draw(7);
    std::string rows = "id,cycle,source,destination,length\n";
    for (int id = 0; id < kMessages; ++id) {
        const int source = draw.number(0, 15);
        rows += std::to_string(id) + "," + std::to_string(id / 40) + "," + std::to_string(source) +
                "," + std::to_string((source + draw.number(1, 15)) % 16) + "," +
                std::to_string(draw.number(10, 40)) + "\n";
    }
    const GivenFile trace("messages.csv", rows);
    for (const std::string network :
         {"topology: {kind: ring, nodes: 16}\nrouting: {algorithm: dimension_order}\n",
          "topology: {kind: hypercube, dimensions: 4}\nrouting: {algorithm: random_minimal}\n"}) {
        const ExperimentConfig config = parse_config(
            "all.yaml", network +
                            "router: {virtual_channels: 1, buffer_flits: 2}\n"
                            "deadlock: recover_regressive\nmeasure: {max_cycles: 3000000}\n"
                            "traffic: {arrivals: trace, file: " +
                            trace.path() + "}\n");
        const Result result = run_fast(config);
        EXPECT_EQ(result.generated, kMessages);
        EXPECT_EQ(result.delivered, kMessages) << network;
        EXPECT_EQ(result.lost, 0);
        EXPECT_GT(result.retransmitted, 0) << network;
        const std::int64_t sent = kMessages + result.retransmitted;
        EXPECT_EQ(result.messages_injected, static_cast<std::uint64_t>(sent));
        EXPECT_EQ(result.flits_injected, result.flits_ejected + result.flits_purged);
    }
}

/// The configuration in which Kim and Das ran it, at saturation.
TEST(RecoveredNetworks, RandomRoutingOnTheSixCubeSurvives) {
    ExperimentConfig config = parse_config(
        "cube.yaml",
        "topology: {kind: hypercube, dimensions: 6}\nrouting: {algorithm: random_minimal}\n"
        "router: {virtual_channels: 1, buffer_flits: 1, pipeline: 1}\nlink: {latency: 0}\n"
        "traffic: {load: 0.3, source_queue: 4, when_full: lose,\n"
        "          length: {distribution: fixed, mean: 20}}\n"
        "deadlock: recover_regressive\nmeasure: {max_cycles: 1000000000}\n");
    config.measure.to_the_end = true;
    const std::int64_t messages = sized(20000, 1000000);
    config.measure.max_cycles = messages * 5;
    const Result result = run_fast(config);
    EXPECT_TRUE(result.complete);
    EXPECT_FALSE(result.deadlock.has_value());
    EXPECT_GE(result.delivered, messages);
    EXPECT_GT(result.retransmitted, messages / 10000);
}

/// What ended the run before.
TEST(RecoveredNetworks, DeadlockWithoutRecovery) {
    Draw draw(0);
    int deadlocks = 0;
    for (int i = 0; i < 10; ++i) {
        ExperimentConfig config = parse_config("drawn.yaml", draw_deadlocking(draw));
        config.deadlock = DeadlockAction::stop;
        config.measure.to_the_end = true;
        config.measure.max_cycles = 20000;
        deadlocks += run_fast(config).deadlock.has_value() ? 1 : 0;
    }
    EXPECT_GT(deadlocks, 5);
}

}  // namespace
}  // namespace flitscope::tb
