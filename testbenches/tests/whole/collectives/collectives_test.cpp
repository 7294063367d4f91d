// Collectives in the network: every node ends with what it should have, never earlier than the
// bound, at every level in the same cycle. Wrong results and broken bounds end a run with an error.
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <utility>

#include "testbenches/drive/compare/crosscheck.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "testbenches/tests/support/draw.h"
#include "testbenches/tests/support/sized.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tb {
namespace {

Result simulated_run(const ExperimentConfig& config) {
    const BuiltNetwork built = make_network(config);
    return simulate(config, *built.network);
}

/// One operation alone: pipeline 1, latency 0, all ports, start-ups of 20 cycles.
std::string lone_operation(const std::string& topology, const std::string& collective, int length) {
    return "topology: " + topology +
           "\nrouter: {pipeline: 1, injection_ports: all, ejection_ports: all}\n"
           "link: {latency: 0}\ntraffic: {arrivals: once, startup_cycles: 20, length: " +
           std::to_string(length) + ", collective: {fraction: 1, " + collective +
           "}}\nmeasure: {warmup_messages: 0}\n";
}

TEST(CollectiveRun, TakesAtZeroLoadWhatItsStepsTake) {
    struct Row {
        const char* topology;
        const char* collective;
        std::int64_t cycles;
    };
    const std::string cube = "{kind: hypercube, dimensions: 4}";
    const std::string ring = "{kind: torus, size: [8]}";
    // A message of f flits over one hop takes 2 + f - 1 cycles.
    for (const auto& [topology, collective, cycles] :
         {Row{cube.c_str(), "kind: barrier, algorithm: recursive_doubling", 4 * (20 + 2)},
          Row{cube.c_str(), "kind: barrier, algorithm: tree", 8 * (20 + 2)},
          Row{cube.c_str(), "algorithm: recursive_doubling", 4 * (20 + 33)},
          Row{cube.c_str(), "kind: reduce, tree: sbt", 4 * (20 + 33)},
          Row{cube.c_str(), "kind: gather", 4 * 21 + 32 * (1 + 2 + 4 + 8)},
          Row{cube.c_str(), "kind: all_gather, algorithm: recursive_doubling",
              4 * 21 + 32 * (1 + 2 + 4 + 8)},
          Row{cube.c_str(), "kind: all_to_all, algorithm: recursive_doubling", 4 * (21 + 8 * 32)},
          Row{ring.c_str(), "algorithm: ring", 14 * (21 + 4)},
          Row{ring.c_str(), "kind: all_gather, algorithm: ring", 7 * (21 + 32)}}) {
        SCOPED_TRACE(std::string(topology) + collective);
        const Result result = simulated_run(read(lone_operation(topology, collective, 32)));
        const OperationFindings& found = result[OperationKind::collective];
        ASSERT_EQ(found.latency.count, 1);
        EXPECT_EQ(found.latency.max, cycles);
        EXPECT_EQ(found.step_times.back(), cycles);
        EXPECT_EQ(found.messages, result.generated);
        EXPECT_EQ(found.wrong_results, 0);
        EXPECT_LE(found.lower_bound, static_cast<double>(cycles));
    }
}

/// Where nothing can be better: the bound is what it takes.
TEST(CollectiveRun, MeetsItsBoundBetweenTwoNodes) {
    for (const char* const collective :
         {"kind: reduce", "kind: gather", "algorithm: recursive_doubling",
          "kind: all_gather, algorithm: ring", "kind: all_to_all, algorithm: pairwise",
          "kind: barrier, algorithm: dissemination"}) {
        SCOPED_TRACE(collective);
        const Result result =
            simulated_run(read(lone_operation("{kind: hypercube, dimensions: 1}", collective, 9)));
        EXPECT_EQ(result[OperationKind::collective].latency.mean,
                  result[OperationKind::collective].lower_bound);
    }
}

/// A unit adds a cycle to a message of f flits over one hop, which takes 2 + f - 1, and the
/// start-up is that of the own operands alone.
TEST(CollectiveRun, TakesInTheNetworkWhatTheLevelsOfTheTreeTake) {
    struct Row {
        const char* collective;
        std::int64_t cycles;
        bool returns;
    };
    for (const auto& [collective, cycles, returns] :
         {Row{"kind: reduce, tree: sbt", 20 + 1 + 4 * (33 + 1), false},
          Row{"kind: all_reduce, tree: sbt", 20 + 1 + 8 * (33 + 1), true},
          Row{"kind: barrier, tree: sbt, entries: 1", 20 + 1 + 8 * (2 + 1), true}}) {
        SCOPED_TRACE(collective);
        const Result result =
            simulated_run(read(lone_operation("{kind: hypercube, dimensions: 4}",
                                              std::string(collective) + ", in_network: true", 32)));
        const OperationFindings& found = result[OperationKind::collective];
        ASSERT_EQ(found.latency.count, 1);
        EXPECT_EQ(found.latency.max, cycles);
        EXPECT_EQ(found.step_times.back(), cycles - 1);  // its tail, before the unit has it
        EXPECT_EQ(result.generated, returns ? 30 : 15);
        EXPECT_EQ(found.wrong_results, 0);
        EXPECT_LE(found.lower_bound, static_cast<double>(cycles));
    }
}

/// With one entry an operation waits for the one before it, which it does not with eight.
TEST(CollectiveRun, HoldsBackOperationsWithoutAnEntry) {
    const auto latency = [](int entries) {
        const Result result = simulated_run(
            read("topology: {kind: mesh, size: [4, 4]}\ntraffic: {arrivals: periodic, rate: 0.02, "
                 "length: 8, collective: {fraction: 1, in_network: true, entries: " +
                 std::to_string(entries) +
                 "}}\nmeasure: {warmup_messages: 0, max_cycles: 2000, relative_error: 0.001}\n"));
        EXPECT_GT(result[OperationKind::collective].latency.count, 5);
        return *result[OperationKind::collective].latency.mean;
    };
    EXPECT_GT(latency(1), 1.5 * latency(8));
}

std::string drawn(Draw& draw, const std::string& load, bool in_network = false) {
    const std::string topology =
        draw.word({"{kind: mesh, size: [4, 4]}", "{kind: mesh, size: [5, 3]}",
                   "{kind: mesh, size: [2, 3, 2]}", "{kind: torus, size: [4, 4]}",
                   "{kind: ring, nodes: 9}", "{kind: hypercube, dimensions: 4}",
                   "{kind: complete, nodes: 7}", "{kind: chordal_ring, nodes: 16, chord: 5}",
                   "{kind: hypertree, levels: 3}", "{kind: cube_connected_cycles, dimensions: 3}",
                   "{kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4, scheme: "
                   "plain}"});
    const auto& entry = in_network ? tl::find_exchange("tree")
                                   : tl::exchanges()[static_cast<std::size_t>(draw.number(
                                         0, static_cast<int>(tl::exchanges().size()) - 1))];
    const tl::ExchangeKind kind =
        in_network ? tl::parse_exchange_kind(draw.word({"reduce", "all_reduce", "barrier"}))
                   : entry.kinds[static_cast<std::size_t>(
                         draw.number(0, static_cast<int>(entry.kinds.size()) - 1))];
    return "topology: " + topology + "\nrouter: {pipeline: " + std::to_string(draw.number(1, 4)) +
           ", virtual_channels: " + std::to_string(draw.number(2, 4)) +
           ", buffer_flits: " + std::to_string(draw.number(1, 6)) +
           ", injection_ports: " + draw.word({"1", "all"}) +
           ", ejection_ports: " + draw.word({"1", "all"}) +
           "}\nlink: {latency: " + std::to_string(draw.number(0, 2)) +
           ", cycles_per_flit: " + std::to_string(draw.number(1, 2)) +
           "}\ntraffic: {length: " + std::to_string(draw.number(1, 20)) + load +
           ", startup: " + draw.word({"serial", "parallel"}) +
           ", startup_cycles: " + std::to_string(draw.number(0, 40)) +
           ", collective: {kind: " + tl::name_of(kind) + ", algorithm: " + entry.algorithm +
           (entry.has_tree ? ", tree: " + draw.word({"binomial", "sbt", "rd", "ternary", "edn"})
                           : "") +
           (in_network ? ", in_network: true, entries: " + std::to_string(draw.number(1, 5)) : "") +
           ", root: " + std::to_string(draw.number(0, 6)) +
           (tl::combines_operands(kind) ? ", operation: " + draw.word(tl::reduction_names()) : "") +
           ", fraction: ";
}

/// Nothing where the collective is for other networks.
std::optional<ExperimentConfig> fitting(const std::string& text) {
    try {
        return read(text);
    } catch (const ConfigError& error) {
        if (error.details().key.rfind("traffic.collective.", 0) != 0) {
            throw;
        }
        return std::nullopt;
    }
}

using Ran = std::set<std::pair<std::string, tl::ExchangeKind>>;

/// What ran.
void run_random_networks(Draw draw, bool in_network, Ran& ran) {
    int once = 0;
    int loaded = 0;
    const int networks = sized(300, 10000);
    for (int tries = 0; once + loaded < networks; ++tries) {
        ASSERT_LT(tries, 8 * networks);
        const bool alone = draw.chance(2);
        const std::string text =
            drawn(draw, alone ? ", arrivals: once" : ", load: 0.1", in_network) +
            (alone ? "1}}\nmeasure: {warmup_messages: 0}\n"
                   : "0.1}}\nmeasure: {warmup_messages: 0, max_cycles: 3000}\n") +
            "seed: " + std::to_string(once + loaded) + "\n";
        const std::optional<ExperimentConfig> config = fitting(text);
        if (!config) {
            continue;
        }
        SCOPED_TRACE(text);
        const Result result = simulated_run(*config);
        const OperationFindings& found = result[OperationKind::collective];
        ASSERT_FALSE(result.deadlock.has_value());
        EXPECT_EQ(found.wrong_results, 0);
        if (found.latency.count > 0) {
            EXPECT_GE(static_cast<double>(*found.latency.min), *found.lower_bound);
        }
        if (alone) {
            EXPECT_EQ(found.latency.count, 1);
        }
        if (found.latency.count > 0) {
            ++(alone ? once : loaded);
            const CollectiveConfig& collective = config->traffic.collective;
            ran.insert({collective.algorithm, collective.exchange.kind});
        }
    }
}

TEST(CollectiveRun, LeavesEveryNodeWithWhatItShouldHaveOnRandomNetworks) {
    Ran ran;
    run_random_networks(Draw(17), false, ran);
    for (const tl::ExchangeEntry& entry : tl::exchanges()) {
        for (const tl::ExchangeKind kind : entry.kinds) {
            EXPECT_EQ(ran.count({entry.algorithm, kind}), 1u)
                << entry.algorithm << tl::name_of(kind);
        }
    }
}

TEST(CollectiveRun, LeavesEveryNodeWithWhatUnitsShouldHaveCombinedOnRandomNetworks) {
    Ran ran;
    run_random_networks(Draw(19), true, ran);
    EXPECT_EQ(ran.size(), 3u);
}

TEST(CollectiveLevels, AgreeOnRandomNetworksAndLoads) {
    Draw draw(31);
    int tries = 0;
    for (int i = 0; i < 24; ++tries) {
        ASSERT_LT(tries, 128);
        const std::string text =
            drawn(draw, ", load: 0.1", i % 2 == 1) + draw.word({"0.05", "0.3"}) +
            "}}\nmeasure: {warmup_messages: 20, max_cycles: 500}\nseed: " + std::to_string(i) +
            (i % 4 == 3 ? "\nlevel: {default: fast, signal: [0, 2, 3]}\n" : "\n");
        std::optional<ExperimentConfig> config = fitting(text);
        if (!config) {
            continue;
        }
        config->clock_gates = i / 2 % 2 == 0;
        ++i;
        SCOPED_TRACE(text);
        const CrosscheckReport report = crosscheck(*config, {"fast", "signal"});
        EXPECT_TRUE(report.equal()) << report.summary();
        EXPECT_GT(report.messages, 0u);
    }
}

/// With a set of the Verilog router that is built in.
TEST(CollectiveLevels, AgreeOnUnitsInVerilog) {
    Draw draw(37);
    for (int i = 0; i < 6; ++i) {
        const std::string kind = draw.word({"reduce", "all_reduce", "barrier"});
        const std::string text =
            "topology: {kind: mesh, size: [8, 8]}\ntraffic: {load: 0.1, length: " +
            std::to_string(draw.number(1, 32)) + ", collective: {fraction: 0.3, kind: " + kind +
            ", tree: " + draw.word({"binomial", "rd", "ternary"}) +
            (kind == "barrier" ? "" : ", operation: " + draw.word(tl::reduction_names())) +
            ", in_network: true, entries: " + std::to_string(draw.number(1, 8)) +
            "}}\nmeasure: {warmup_messages: 0, max_cycles: 400}\nseed: " + std::to_string(i) + "\n";
        SCOPED_TRACE(text);
        const CrosscheckReport report = crosscheck(read(text), {"fast", "signal", "verilog"});
        EXPECT_TRUE(report.equal()) << report.summary();
        EXPECT_GT(report.messages, 50u);
    }
}

}  // namespace
}  // namespace flitscope::tb
