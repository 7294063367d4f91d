// `flitscope run` writes the same result.json, byte for byte, whatever the level: all routers at
// one level, mixes of levels, with and without waves, and again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/draw.h"

namespace flitscope::tb {
namespace {

using Json = nlohmann::ordered_json;

/// Levels that all routers of a network, or some, may be at beside fast, for every configuration
/// drawn here. Level verilog needs a parameter set that was built: it has a test of its own.
const std::vector<std::string> kLevels = {"signal"};

struct Scenario {
    std::string yaml;
    int nodes = 0;
};

Scenario draw_scenario(std::uint64_t seed) {
    Draw draw(seed);
    std::ostringstream yaml;
    Scenario scenario;
    std::vector<std::string> patterns = {"uniform", "neighbor", "hotspot, nodes: [0, 1]"};
    if (draw.chance(2)) {
        const int dimensions = draw.number(2, 4);
        scenario.nodes = 1 << dimensions;
        yaml << "topology: {kind: hypercube, dimensions: " << dimensions << "}\n"
             << "routing: {algorithm: "
             << draw.word({"ecube", "ecube, order: low_first", "random_minimal"}) << "}\n";
        patterns.insert(patterns.end(), {"bit_complement", "bit_reverse", "shuffle"});
    } else {
        const int x = draw.number(3, 5);  // tornado needs three
        const int y = draw.number(2, 4);
        scenario.nodes = x * y;
        yaml << "topology: {kind: mesh, size: [" << x << ", " << y << "]}\n";
        patterns.emplace_back("tornado");
    }
    const int classes = draw.number(1, 2);
    const std::string switching =
        draw.word({"wormhole", "wormhole", "virtual_cut_through", "store_and_forward"});
    const std::string allocator = draw.word(
        {"separable_input", "separable_output", "wavefront", "islip", "islip, iterations: 3"});
    const bool has_state = allocator == "separable_output" || allocator == "wavefront";
    // random_minimal on a 4-cube is free of deadlock from five VC classes on.
    yaml << "router:\n  virtual_channels: " << draw.number(5 * classes, 12)
         << "\n  message_classes: " << classes << "\n  switching: " << switching
         << "\n  buffer_flits: " << (switching == "wormhole" ? draw.number(1, 10) : 24)
         << "\n  pipeline: " << draw.number(1, 4)
         << "\n  allocators: {vc: " << draw.word({"separable_input", "wavefront"})
         << ", switch: " << allocator << "}\n  arbiter: " << draw.word({"round_robin", "matrix"})
         << (has_state ? "\n  arbiter_state: " + draw.word({"per_pair", "shared"}) : "")
         << "\n  input_speedup: " << (seed % 3 == 0 ? 2 + seed % 4 : 1)
         << "\n  vc_reuse: " << draw.word({"tail_sent", "buffer_empty"})
         << "\n  injection_ports: " << draw.word({"1", "2", "all"})
         << "\n  ejection_ports: " << draw.word({"1", "2", "all"})
         << "\n  injection_vcs: " << draw.word({"all", std::to_string(classes)})
         << "\n  ejection_vcs: " << draw.word({"per_vc", "1", "classes"}) << "\n"
         << "link: {latency: " << draw.number(0, 3)
         << ", cycles_per_flit: " << (draw.chance(3) ? 2 : 1) << "}\n";
    yaml << "traffic:\n  pattern: "
         << "{pattern}"
         << "\n";
    std::string text = yaml.str();
    const std::string pattern = draw.word(patterns);
    const std::size_t comma = pattern.find(", ");
    const std::string option = comma == std::string::npos ? "" : "\n  " + pattern.substr(comma + 2);
    text.replace(text.find("{pattern}"), 9, pattern.substr(0, comma) + option);
    std::ostringstream rest;
    rest << "  load: 0." << draw.word({"03", "1", "2", "5"})
         << "\n  arrivals: " << draw.word({"bernoulli", "poisson", "periodic"}) << "\n  length: "
         << draw.word(
                {"1", "5", "12", "{distribution: bimodal, short: 2, long: 20, long_fraction: 0.3}"})
         << "\n  startup_cycles: " << (draw.chance(3) ? 4 : 0) << "\n  source_queue: "
         << draw.word({"unbounded", "2\n  when_full: wait", "1\n  when_full: lose",
                       "0\n  when_full: wait", "0\n  when_full: lose"})
         << "\nmeasure: {warmup_messages: " << draw.number(0, 200)
         << ", max_cycles: " << draw.number(2000, 4000)
         << ", relative_error: 0.02, per_channel: " << (draw.chance(2) ? "true" : "false")
         << ", per_node: " << (seed % 2 == 0 ? "true" : "false")
         << ", series_every: " << (draw.chance(2) ? draw.number(50, 300) : 0) << "}\nseed: " << seed
         << "\n";
    scenario.yaml = text + rest.str();
    return scenario;
}

/// "{default: fast, signal: [1, 4]}": any default, some routers elsewhere.
std::string draw_mix(Draw& draw, int nodes) {
    std::vector<std::string> levels = kLevels;
    levels.insert(levels.begin(), "fast");
    const std::string standard = draw.word(levels);
    std::vector<std::string> lists(levels.size());
    for (int node = 0; node < nodes; ++node) {
        const auto level =
            static_cast<std::size_t>(draw.number(0, static_cast<int>(levels.size()) - 1));
        if (levels[level] != standard && (node == 0 || draw.chance(2))) {
            lists[level] += (lists[level].empty() ? "" : ", ") + std::to_string(node);
        }
    }
    std::string mix = "{default: " + standard;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (!lists[i].empty()) {
            mix += ", " + levels[i] + ": [" + lists[i] + "]";
        }
    }
    return mix + "}";
}

class ResultLevels : public testing::Test {
protected:
    struct Outcome {
        Finished finished;
        std::string text;  ///< of result.json
        Json result() const { return Json::parse(text); }
    };

    Outcome run(const std::string& level, const std::string& more = "") {
        const std::string folder = "run_" + std::to_string(runs_++);
        std::vector<std::string> arguments = {"run",  "c.yaml", "--quiet",       "--out",
                                              folder, "--set",  "level=" + level};
        if (!more.empty()) {
            arguments.insert(arguments.end(), {"--set", more});
        }
        Outcome outcome;
        outcome.finished = run_flitscope(folder_.path(), arguments);
        if (!folder_.has(folder + "/result.json")) {
            ADD_FAILURE() << level << ": no result.json: " << outcome.finished.err;
            return outcome;
        }
        outcome.text = folder_.read(folder + "/result.json");
        // So comparing what was parsed compares every byte of the file.
        EXPECT_EQ(outcome.result().dump(2) + "\n", outcome.text);
        return outcome;
    }

    static std::string comparable(Json result) {
        result.erase("performance");
        result.erase("level");
        result["config"].erase("level");
        result["config"].erase("waves");
        return result.dump(2);
    }

    void expect_same(const Outcome& wanted, const std::string& level,
                     const std::string& more = "") {
        SCOPED_TRACE("level " + level + " " + more);
        const Outcome found = run(level, more);
        EXPECT_EQ(found.finished.code, wanted.finished.code);
        EXPECT_EQ(found.finished.err, wanted.finished.err);
        const std::string a = comparable(wanted.result());
        const std::string b = comparable(found.result());
        EXPECT_TRUE(a == b) << Json::diff(Json::parse(a), Json::parse(b)).dump();
    }

    /// Runs the configuration at level fast, and compares everything else with that.
    Outcome compare_all(const std::string& yaml, int nodes, std::uint64_t seed, int mixes = 4) {
        folder_.write("c.yaml", yaml);
        SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + yaml);
        Outcome fast = run("fast");
        expect_same(fast, "fast");
        Draw draw(seed + 1000);
        for (const std::string& level : kLevels) {
            expect_same(fast, level);
        }
        for (int i = 0; i < mixes; ++i) {
            expect_same(fast, draw_mix(draw, nodes));
        }
        expect_same(fast, kLevels[0], "waves={file: a.vcd, from: 100, to: 200}");
        expect_same(fast, "{default: fast, " + kLevels[0] + ": [1]}", "waves={file: b.vcd}");
        return fast;
    }

    /// What ports and nodes show is what the network shows.
    static void expect_ports_add_up(const Json& result, int nodes) {
        const double accepted = result["throughput"]["accepted"];
        if (result["config"]["router"]["ejection_ports"] != "all") {
            const double ports = result["config"]["router"]["ejection_ports"];
            EXPECT_NEAR(result["channels"].back()["utilisation"].get<double>() * ports, accepted,
                        1e-7);
        }
        if (!result["config"]["measure"]["per_node"]) {
            EXPECT_FALSE(result.contains("nodes"));
            return;
        }
        ASSERT_EQ(result["nodes"].size(), static_cast<std::size_t>(nodes));
        double at_sinks = 0;
        double at_sources = 0;
        for (const Json& node : result["nodes"]) {
            at_sinks += node["accepted"].get<double>() / nodes;
            at_sources += node["offered"].get<double>() / nodes;
        }
        EXPECT_NEAR(at_sinks, accepted, 1e-7);
        EXPECT_NEAR(at_sources, result["throughput"]["offered"].get<double>(), 1e-7);
    }

    TemporaryFolder folder_;

private:
    int runs_ = 0;
};

class RandomResultLevels : public ResultLevels, public testing::WithParamInterface<int> {};

TEST_P(RandomResultLevels, AreEqualByteForByte) {
    const auto seed = static_cast<std::uint64_t>(GetParam());
    const Scenario scenario = draw_scenario(seed);
    const Outcome fast = compare_all(scenario.yaml, scenario.nodes, seed);
    EXPECT_EQ(fast.finished.code, 0) << fast.finished.err << scenario.yaml;
    EXPECT_GT(fast.result()["messages"]["delivered"], 10) << scenario.yaml;
    expect_ports_add_up(fast.result(), scenario.nodes);
}

INSTANTIATE_TEST_SUITE_P(Seed, RandomResultLevels, testing::Range(1, 17));

TEST_F(ResultLevels, AreEqualWhenSaturated) {
    const Outcome fast = compare_all(
        "topology: {kind: mesh, size: [4, 4]}\n"
        "router: {virtual_channels: 2, buffer_flits: 4}\n"
        "traffic: {load: 0.9, pattern: transpose}\n"
        "measure: {warmup_messages: 200, max_cycles: 20000}\n",
        16, 101);
    EXPECT_EQ(fast.finished.code, 0);
    EXPECT_EQ(fast.result()["saturated"], true);
}

// A head that is blocked right behind one that has gone, and asks for what that one asked for.
TEST_F(ResultLevels, AreEqualWhereHeadsFollowEachOtherAtDepthOne) {
    const Outcome fast = compare_all(
        "topology: {kind: mesh, size: [4, 4]}\n"
        "router: {pipeline: 1}\n"
        "traffic: {length: 1, rate: 0.1}\n"
        "measure: {max_cycles: 4000, per_channel: true}\n",
        16, 104);
    EXPECT_EQ(fast.finished.code, 0);
    EXPECT_GT(fast.result()["channels"][0]["blocking_probability"], 0);
}

TEST_F(ResultLevels, AreEqualWhenDeadlocked) {
    const Outcome fast = compare_all(
        "topology: {kind: hypercube, dimensions: 3}\n"
        "router: {virtual_channels: 1, buffer_flits: 1}\n"
        "routing: {algorithm: random_minimal}\n"
        "traffic: {load: 0.9, length: 20}\n",
        8, 102);
    EXPECT_EQ(fast.finished.code, 5);
    EXPECT_FALSE(fast.result()["deadlock"]["cycle"].empty());
    EXPECT_THAT(fast.finished.err, testing::HasSubstr("deadlock found at edge"));
}

TEST_F(ResultLevels, AreEqualInEveryChannelAndPointOfTheSeries) {
    const Outcome fast = compare_all(
        "topology: {kind: mesh, size: [4, 3]}\n"
        "link: {latency: 2, \"dimension 1\": {latency: 0, cycles_per_flit: 2}}\n"
        "traffic: {load: 0.1, arrivals: on_off, on_mean: 40, off_mean: 200}\n"
        "measure: {warmup_messages: 100, max_cycles: 4000, relative_error: 0.001,\n"
        "          per_channel: true, series_every: 64}\n",
        12, 103);
    EXPECT_EQ(fast.finished.code, 0);
    EXPECT_GT(fast.result()["series"].size(), 30U);
    const Json channels = fast.result()["channels"];
    EXPECT_EQ(channels[0]["per_channel"].size(), 18U);
    EXPECT_EQ(channels[0]["per_channel"][0]["from_coordinates"], Json({0, 0}));
    EXPECT_EQ(channels[0]["per_channel"][0]["to_coordinates"], Json({1, 0}));
    EXPECT_EQ(channels[2]["class"], "injection");
    EXPECT_EQ(channels[3]["class"], "ejection");
    EXPECT_EQ(channels[3]["per_channel"].size(), 12U);
    EXPECT_EQ(channels[3]["per_channel"][5]["node"], 5);
    EXPECT_EQ(channels[3]["per_channel"][5]["port"], 4);
}

TEST_F(ResultLevels, AreEqualWithQueuedOutputs) {
    for (const std::string service : {"kept", "redrawn"}) {
        SCOPED_TRACE(service);
        folder_.write(
            "c.yaml",
            "topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 4}\n"
            "router: {organisation: output_queued, switching: store_and_forward, service: " +
                service +
                "}\n"
                "link: {latency: 1, cluster: {latency: 0, cycles_per_flit: 2}}\n"
                "routing: {algorithm: hierarchical, within: shortest_queue}\n"
                "traffic: {pattern: cluster_local, alpha: 0.7, load: 0.2, arrivals: poisson,\n"
                "          length: {distribution: exponential, mean: 8}}\n"
                "measure: {warmup_messages: 100, max_cycles: 4000, per_channel: true,\n"
                "          per_node: true, series_every: 100}\n");
        const Outcome fast = run("fast");
        EXPECT_EQ(fast.finished.code, 0) << fast.finished.err;
        EXPECT_GT(fast.result()["messages"]["delivered"], 500);
        expect_same(fast, "fast");
        expect_same(fast, "signal");
        expect_same(fast, "signal", "waves={file: a.vcd, from: 100, to: 200}");
        for (const Json& channel : fast.result()["channels"]) {
            if (channel.contains("vc_busy") && channel["class"] != "ejection") {
                EXPECT_NEAR(
                    channel["vc_busy"][0].get<double>() + channel["vc_busy"][1].get<double>(), 1,
                    1e-6);
            }
        }
    }
}

TEST_F(ResultLevels, AFullEjectionPortIsSeen) {
    const Outcome fast = compare_all(
        "topology: {kind: mesh, size: [4, 4]}\n"
        "traffic: {load: 0.25, pattern: hotspot, nodes: [5], fraction: 0.4}\n"
        "measure: {warmup_messages: 500, max_cycles: 20000, per_channel: true, per_node: true}\n",
        16, 105, 2);
    EXPECT_EQ(fast.result()["saturated"], true);
    for (const Json& port : fast.result()["channels"].back()["per_channel"]) {
        const double utilisation = port["utilisation"];
        if (port["node"] == 5) {
            EXPECT_GT(utilisation, 0.99);
        } else {
            EXPECT_LT(utilisation, 0.4);
        }
    }
    EXPECT_GT(fast.result()["nodes"][5]["accepted"], 0.99);
}

TEST_F(ResultLevels, AreEqualAtLevelVerilog) {
    // A parameter set that the program always has.
    folder_.write(
        "c.yaml",
        "topology: {kind: mesh, size: [8, 8]}\n"
        "traffic: {load: 0.1}\n"
        "measure: {warmup_messages: 200, max_cycles: 1500, per_channel: true, per_node: true}\n");
    const Outcome fast = run("fast");
    EXPECT_EQ(fast.finished.code, 0);
    EXPECT_GT(fast.result()["messages"]["delivered"], 1000);
    for (const char* const level :
         {"verilog", "{default: fast, verilog: [9, 27]}",
          "{default: signal, verilog: [9, 63], fast: [0, 1]}", "{default: verilog, fast: [5]}"}) {
        expect_same(fast, level);
    }
}

TEST_F(ResultLevels, AreEqualWhenNothingHappens) {
    const Outcome fast = compare_all(
        "topology: {kind: mesh, size: [2, 2]}\n"
        "traffic: {rate: 0}\n"
        "measure: {max_cycles: 100000}\n",
        4, 104, 2);
    EXPECT_EQ(fast.result()["messages"]["delivered"], 0);
}

}  // namespace
}  // namespace flitscope::tb
