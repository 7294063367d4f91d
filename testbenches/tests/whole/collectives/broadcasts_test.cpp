// Broadcasts made of unicasts in the network: at zero load they take what their schedule costs, and
// levels agree on them, whatever runs beside them.
#include <gtest/gtest.h>

#include "testbenches/drive/compare/crosscheck.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/support/sized.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/plan_walk.h"

namespace flitscope::tb {
namespace {

Result simulated(const ExperimentConfig& config) {
    const BuiltNetwork built = make_network(config);
    return simulate(config, *built.network);
}

/// The sum over steps of start-up and slowest message (docs/collectives.md,
/// "What a schedule costs"), with a cycle more per message for the ejection.
std::int64_t cost(const ExperimentConfig& config, topo::NodeId source) {
    const BuiltNetwork built = make_network(config);
    tl::PlanRequest request;
    request.source = source;
    const tl::Plan plan = tl::make_plan(tl::find_collective(config.traffic.broadcast.algorithm),
                                        *built.topology, borrowed(*built.routing), request);
    tl::PlanWalk walk(*built.topology, plan);
    std::int64_t cycles = 0;
    for (int step = 0; step < plan.steps(); ++step) {
        std::int64_t slowest = 0;
        for (const tl::PlanMessage& message : plan.step(step)) {
            slowest =
                std::max(slowest, static_cast<std::int64_t>(walk.follow(message).hops()) + 100);
        }
        cycles += config.traffic.startup_cycles + slowest;
    }
    return cycles;
}

std::string lone(const std::string& topology, const std::string& algorithm, int root) {
    return "topology: " + topology +
           "\nrouter: {pipeline: 1, injection_ports: all, ejection_ports: all}\n"
           "link: {latency: 0}\ntraffic: {arrivals: once, length: 100, startup_cycles: 227, "
           "broadcast: {fraction: 1, algorithm: " +
           algorithm + (algorithm == "sbt" ? ", base: 0" : "") + ", root: " + std::to_string(root) +
           "}}\nmeasure: {warmup_messages: 0}\n";
}

TEST(BroadcastRun, TakesAtZeroLoadWhatItsScheduleCosts) {
    struct Row {
        const char* topology;
        const char* algorithm;
        int root;
    };
    for (const Row& row :
         {Row{"{kind: mesh, size: [4, 4]}", "rd", 0}, Row{"{kind: mesh, size: [8, 8]}", "rd", 0},
          Row{"{kind: mesh, size: [4, 4]}", "edn", 0}, Row{"{kind: mesh, size: [8, 8]}", "edn", 0},
          Row{"{kind: mesh, size: [9, 9]}", "ternary", 40},
          Row{"{kind: hypercube, dimensions: 6}", "sbt", 11}}) {
        SCOPED_TRACE(std::string(row.topology) + row.algorithm);
        const ExperimentConfig config = read(lone(row.topology, row.algorithm, row.root));
        const Result result = simulated(config);
        ASSERT_EQ(result[OperationKind::broadcast].latency.count, 1);
        // Not every node that is last in one step sends in the next, so that a step may begin
        // before the slowest message of the one before has ended.
        const std::int64_t latency = *result[OperationKind::broadcast].latency.max;
        EXPECT_LE(latency, cost(config, row.root));
        EXPECT_GE(latency, cost(config, row.root) * 99 / 100);
        EXPECT_EQ(result[LatencyKind::unicast].count, 0);
        EXPECT_EQ(result[OperationKind::broadcast].step_times.back(), latency);
    }
}

TEST(BroadcastRun, CountsCopiesChannelsAndSteps) {
    const Result result = simulated(read(lone("{kind: hypercube, dimensions: 4}", "sbt", 5)));
    EXPECT_EQ(result.copies[index_of(OperationKind::broadcast)], 15);
    EXPECT_EQ(result[OperationKind::broadcast].channels, 15.0);
    // One hop: start-up 227, two routers, 100 flits.
    EXPECT_EQ(result[OperationKind::broadcast].step_times,
              (std::vector<double>{328, 656, 984, 1312}));
    EXPECT_EQ(result.generated, 15);
}

const int kSaturationSeeds = sized(1, 20);  // 20: 10^6 messages of coded paths

/// From all nodes at once, with the smallest buffers and the fewest VCs, beside unicasts: every
/// node gets every broadcast once (what the plan does not have is an error), and nobody waits for
/// ever.
TEST(BroadcastRun, SurvivesCodedPathsFromEverywhere) {
    std::int64_t delivered = 0;
    for (int seed = 1; seed <= kSaturationSeeds; ++seed) {
        for (const char* const size : {"[2, 2]", "[4, 4]", "[5, 3]", "[3, 6]", "[2, 7]"}) {
            for (const char* const ports : {"1", "all"}) {
                ExperimentConfig config = read(
                    std::string("topology: {kind: mesh, size: ") + size +
                    "}\nrouter: {buffer_flits: 1, injection_ports: " + ports +
                    ", ejection_ports: " + ports +
                    "}\nheader: {addresses_per_flit: 1}\ntraffic: {load: 0.8, length: 6, " +
                    "broadcast: {fraction: 0.5, algorithm: pcp}}\nmeasure: {warmup_messages: 0, "
                    "max_cycles: 20000}\n");
                config.seed = static_cast<std::uint64_t>(seed);
                config.measure.to_the_end = true;  // saturated or not
                SCOPED_TRACE(resolve(config).dump());
                const Result result = simulated(config);
                EXPECT_FALSE(result.deadlock.has_value());
                EXPECT_GT(result.delivered, 2000);
                delivered += static_cast<std::int64_t>(result.delivered);
            }
        }
    }
    EXPECT_GE(delivered, kSaturationSeeds * std::int64_t{50000});
}

/// Broadcasts of unicasts, multicasts and unicasts at once, on the fewest VCs.
TEST(BroadcastRun, SurvivesBesideMulticasts) {
    for (int seed = 1; seed <= kSaturationSeeds; ++seed) {
        for (const char* const algorithm : {"two_phase", "six_phase", "multi_path"}) {
            ExperimentConfig config = read(
                "topology: {kind: mesh, size: [4, 4]}\nrouter: {buffer_flits: 1, "
                "virtual_channels: 2}\nheader: {addresses_per_flit: 2}\ntraffic: {load: 0.8, "
                "length: 6, broadcast: {fraction: 0.1, algorithm: ternary}, multicast: {fraction: "
                "0.4, destinations: 5, algorithm: " +
                std::string(algorithm) + "}}\nmeasure: {warmup_messages: 0, max_cycles: 20000}\n");
            config.seed = static_cast<std::uint64_t>(seed);
            config.measure.to_the_end = true;
            SCOPED_TRACE(resolve(config).dump());
            const Result result = simulated(config);
            EXPECT_FALSE(result.deadlock.has_value());
            EXPECT_GT(result.delivered, 3000);
        }
    }
}

TEST(BroadcastRun, DeadlocksWhereCodedPathsShareOneEjectionVc) {
    ExperimentConfig config = read(
        "topology: {kind: mesh, size: [5, 3]}\nrouter: {buffer_flits: 1}\ntraffic: {load: 0.8, "
        "length: 6, broadcast: {fraction: 0.5, algorithm: pcp}}\nmeasure: {warmup_messages: 0, "
        "max_cycles: 100000}\n");
    config.router.ejection_vcs = rtl::EjectionVcs::one;  // which the reader refuses
    config.measure.to_the_end = true;
    EXPECT_TRUE(simulated(config).deadlock.has_value());
}

/// From everywhere, without a unicast: messages with sides along x and along y.
TEST(BroadcastRun, DeadlocksWhereCodedPathsShareOneVc) {
    ExperimentConfig config = read(
        "topology: {kind: mesh, size: [5, 4]}\nrouter: {buffer_flits: 1, ejection_ports: all}\n"
        "traffic: {load: 0.8, length: 6, broadcast: {fraction: 1, algorithm: pcp}}\nmeasure: "
        "{warmup_messages: 0, max_cycles: 2000}\n");
    config.measure.to_the_end = true;
    EXPECT_FALSE(simulated(config).deadlock.has_value());
    config.measure.max_cycles = 100000;
    config.router.virtual_channels = 1;  // which the reader refuses
    EXPECT_TRUE(simulated(config).deadlock.has_value());
}

TEST(BroadcastLevels, AgreeOnRandomNetworksAndLoads) {
    Draw draw(29);
    for (int i = 0; i < 24; ++i) {
        const bool cube = draw.chance(3);
        const bool square = draw.chance(2);
        const std::string algorithm = cube     ? draw.word({"sbt", "separate"})
                                      : square ? draw.word({"edn", "np_d", "rd"})
                                               : draw.word({"rd", "ternary", "separate"});
        const std::string topology = cube     ? "{kind: hypercube, dimensions: 4}"
                                     : square ? "{kind: mesh, size: [4, 4]}"
                                              : "{kind: mesh, size: [5, 3]}";
        const std::string text =
            "topology: " + topology + "\nrouter: {pipeline: " + std::to_string(draw.number(1, 4)) +
            ", virtual_channels: " + std::to_string(draw.number(1, 4)) +
            ", buffer_flits: " + std::to_string(draw.number(1, 6)) +
            ", injection_ports: " + draw.word({"1", "all"}) +
            ", ejection_ports: " + (algorithm == "np_d" ? "all" : draw.word({"1", "all"})) +
            "}\nlink: {latency: " + std::to_string(draw.number(0, 2)) + "}\ntraffic: {load: 0.1" +
            ", length: " + std::to_string(draw.number(1, 9)) +
            ", startup: " + draw.word({"serial", "parallel"}) +
            ", startup_cycles: " + std::to_string(draw.number(0, 40)) +
            ", broadcast: {fraction: " + draw.word({"0.02", "0.2", "1"}) +
            ", algorithm: " + algorithm +
            "}}\nmeasure: {warmup_messages: 20, max_cycles: 600}\nseed: " + std::to_string(i) +
            "\n";
        SCOPED_TRACE(text);
        ExperimentConfig config = read(text);
        config.clock_gates = i % 2 == 0;
        const CrosscheckReport report = crosscheck(config, {"fast", "signal"});
        EXPECT_TRUE(report.equal()) << report.summary();
        EXPECT_GT(report.messages, 0u);
    }
}

}  // namespace
}  // namespace flitscope::tb
