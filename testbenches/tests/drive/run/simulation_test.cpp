#include "testbenches/drive/run/simulation.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbenches/tests/drive/measurement/fake_network.h"

namespace flitscope::tb {
namespace {

Result run(const ExperimentConfig& config, const FakeBehaviour& behaviour = {},
           const SimulationHooks& hooks = {}) {
    FakeSetup setup(behaviour);
    return simulate(config, *setup.network, hooks);
}

std::string text_without_performance(const Result& result) {
    nlohmann::ordered_json json = result.to_json();
    json.erase("performance");
    return json.dump();
}

TEST(Simulation, GivesTheSameBytesForTheSameSeed) {
    FakeBehaviour behaviour;
    behaviour.service = 20;
    ExperimentConfig config = fake_config(0.03);
    config.measure.series_every = 1000;
    config.measure.per_channel = true;
    const std::string first = text_without_performance(run(config, behaviour));
    EXPECT_EQ(first, text_without_performance(run(config, behaviour)));
    behaviour.every_edge = behaviour.reverse_order = true;
    EXPECT_EQ(first, text_without_performance(run(config, behaviour)));
    config.seed = 2;
    EXPECT_NE(first, text_without_performance(run(config, behaviour)));
}

TEST(Simulation, AnInterruptEndsTheRunWithWhatThereIs) {
    std::atomic<int> signal{0};
    SimulationHooks hooks;
    hooks.interrupt = &signal;
    hooks.progress_every = 100;
    hooks.progress = [&signal](const Progress& progress) {
        if (progress.cycle > 4000) {
            signal = 2;
        }
    };
    ExperimentConfig config = fake_config(0.01);
    config.measure.relative_error = 1e-6;
    const Result result = run(config, {}, hooks);
    EXPECT_FALSE(result.complete);
    EXPECT_FALSE(result.deadlock.has_value());
    EXPECT_GT(result.simulated_cycles, 4000);
    EXPECT_LT(result.simulated_cycles, 4500);
    EXPECT_GT(result[LatencyKind::unicast].count, 0);
    EXPECT_NE(result.summary().find("interrupted"), std::string::npos);
}

TEST(Simulation, ReportsProgressThroughItsPhases) {
    std::vector<std::string> phases;
    rtl::Cycle last = -100;
    SimulationHooks hooks;
    hooks.progress_every = 64;
    hooks.elaboration_s = 1.5;
    hooks.progress = [&](const Progress& progress) {
        EXPECT_GE(progress.cycle, last + 64);
        last = progress.cycle;
        EXPECT_EQ(progress.max_cycles, 2000000);
        EXPECT_GE(progress.generated, progress.delivered);
        EXPECT_EQ(progress.relative_error_wanted, 0.05);
        if (phases.empty() || phases.back() != progress.phase) {
            phases.emplace_back(progress.phase);
        }
    };
    const Result result = run(fake_config(0.01), {}, hooks);
    ASSERT_GE(phases.size(), 2U);
    EXPECT_EQ(phases[0], "warm-up");
    EXPECT_EQ(phases[1], "measuring");
    EXPECT_EQ(result.performance.elaboration_s, 1.5);
    EXPECT_GT(result.performance.cycles_per_s, 0);
    EXPECT_GT(result.performance.peak_rss_mb, 0);
}

TEST(Simulation, ARunThatMaxCyclesEndsSaysSo) {
    ExperimentConfig config = fake_config(0.01);
    EXPECT_FALSE(run(config).cut_off);
    config.measure.relative_error = 1e-6;
    config.measure.max_cycles = 5000;
    const Result result = run(config);
    EXPECT_TRUE(result.complete);
    EXPECT_TRUE(result.cut_off);
}

TEST(Simulation, ADeadlockEndsTheRunIncomplete) {
    FakeBehaviour behaviour;
    behaviour.first_stuck = 10;
    behaviour.deadlock = true;
    ExperimentConfig config = fake_config(0.01);
    config.traffic.arrivals.name = "once";
    const Result result = run(config, behaviour);
    ASSERT_TRUE(result.deadlock.has_value());
    EXPECT_FALSE(result.complete);
    const auto json = result.to_json();
    EXPECT_EQ(json["deadlock"]["cycle"].size(), 2U);
    EXPECT_EQ(json["deadlock"]["cycle"][0]["router"], 0);
    EXPECT_NE(result.summary().find("deadlock"), std::string::npos);
}

TEST(Simulation, RefusesTrafficThatDoesNotFit) {
    FakeSetup setup;
    ExperimentConfig config = fake_config(0.01);
    config.traffic.pattern.name = "transpose";
    EXPECT_THROW(simulate(config, *setup.network), OptionError);
}

}  // namespace
}  // namespace flitscope::tb
