#include "testbenches/program/graph_commands/graph_commands.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "testbenches/drive/configuration/config_reader.h"

namespace flitscope::tb {
namespace {

using nlohmann::json;
using Sizes = std::vector<std::int64_t>;

ExperimentConfig cube_config(int dimensions, const std::string& algorithm = "ecube") {
    ExperimentConfig config;
    config.topology = {"hypercube", {{"dimensions", std::int64_t{dimensions}}}};
    config.routing = {algorithm, {}};
    return config;
}

ExperimentConfig mesh_config(const Sizes& size) {
    ExperimentConfig config;
    config.topology = {"mesh", {{"size", size}}};
    config.routing = {"dimension_order", {}};
    return config;
}

ExperimentConfig fat_tree_config(std::int64_t radix, std::int64_t levels) {
    ExperimentConfig config;
    config.topology = {"fat_tree", {{"radix", radix}, {"levels", levels}}};
    config.routing = {"nearest_common_ancestor", {}};
    return config;
}

std::string topology_text(const ExperimentConfig& config, const TopologyCommandOptions& options) {
    std::ostringstream out;
    EXPECT_EQ(topology_command(config, options, out), 0);
    return out.str();
}

std::string route_text(const ExperimentConfig& config, const std::string& from,
                       const std::string& to, bool as_json) {
    std::ostringstream out;
    RouteCommandOptions options;
    options.from = from;
    options.to = to;
    options.json = as_json;
    EXPECT_EQ(route_command(config, options, out), 0);
    return out.str();
}

struct Verdict {
    int exit_code;
    std::string text;
};

Verdict verdict_of(const ExperimentConfig& config, bool as_json) {
    std::ostringstream out;
    const int exit_code = verify_command(config, as_json, out);
    return {exit_code, out.str()};
}

TEST(TopologyCommand, PrintsTheFiguresOfACube) {
    const json printed = json::parse(topology_text(cube_config(6), {true, false}));
    EXPECT_EQ(printed, json::parse(R"({"nodes": 64, "routers": 64,
        "links": {"total": 192, "by_class": {"dimension 0": 32, "dimension 1": 32,
                  "dimension 2": 32, "dimension 3": 32, "dimension 4": 32, "dimension 5": 32}},
        "degree": {"min": 6, "max": 6}, "diameter": 6, "mean_distance": 3.0476190476190474,
        "bisection": 32})"));
}

TEST(TopologyCommand, PrintsATableOfAMesh) {
    EXPECT_EQ(topology_text(mesh_config({4, 3}), {}),
              "topology       mesh\n"
              "nodes          12\n"
              "links          17\n"
              "  dimension 0  9\n"
              "  dimension 1  8\n"
              "degree         2..4\n"
              "diameter       5\n"
              "mean distance  2.3333333333\n"
              "bisection      3 links\n");
}

TEST(TopologyCommand, TellsRoutersFromNodesWhereTheyDiffer) {
    const json printed = json::parse(topology_text(fat_tree_config(2, 3), {true, false}));
    EXPECT_EQ(printed, json::parse(R"({"nodes": 8, "routers": 12,
        "links": {"total": 16, "by_class": {"level 1": 8, "level 2": 8}},
        "degree": {"min": 2, "max": 4}, "diameter": 4, "mean_distance": 2.857142857142857,
        "bisection": 4})"));
    EXPECT_EQ(topology_text(fat_tree_config(3, 2), {}),
              "topology       fat_tree\n"
              "nodes          9\n"
              "routers        6\n"
              "links          9\n"
              "  level 1      9\n"
              "degree         3\n"
              "diameter       2\n"
              "mean distance  1.5\n"
              "bisection      not known, bounds need equally many nodes at all routers\n");
}

TEST(TopologyCommand, ListsEveryChannel) {
    const std::string text = topology_text(mesh_config({2, 2}), {false, true});
    EXPECT_NE(text.find("\n    from  port       to  class\n"
                        "       0     0        1  dimension 0\n"
                        "       0     2        2  dimension 1\n"
                        "       1     1        0  dimension 0\n"),
              std::string::npos)
        << text;
    const json printed = json::parse(topology_text(mesh_config({2, 2}), {true, true}));
    EXPECT_EQ(printed["channels"].size(), 8U);
    EXPECT_EQ(printed["channels"][1],
              json::parse(R"({"from": 0, "port": 2, "to": 2, "class": "dimension 1"})"));
}

TEST(RouteCommand, PrintsTheOnePathOfADeterministicRouting) {
    EXPECT_EQ(route_text(cube_config(3), "0", "7", true), "{\"paths\":[[0,4,6,7]]}\n");
    EXPECT_EQ(route_text(cube_config(3), "0", "7", false), "0 -> 4 -> 6 -> 7  (3 hops)\n");
    EXPECT_EQ(route_text(mesh_config({4, 4}), "(0,0)", "5", false),
              "0 (0,0) -> 1 (1,0) -> 5 (1,1)  (2 hops)\n");
    EXPECT_EQ(route_text(mesh_config({4, 4}), "(3,3)", "(3,2)", true), "{\"paths\":[[15,11]]}\n");
    EXPECT_EQ(route_text(cube_config(3), "5", "5", true), "{\"paths\":[[5]]}\n");
}

TEST(RouteCommand, PrintsEveryPathOfAnAdaptiveRouting) {
    const ExperimentConfig config = cube_config(3, "random_minimal");
    EXPECT_EQ(route_text(config, "0", "3", true), "{\"paths\":[[0,1,3],[0,2,3]]}\n");
    EXPECT_EQ(route_text(config, "0", "3", false),
              "2 paths, chosen at random\n0 -> 1 -> 3  (2 hops)\n0 -> 2 -> 3  (2 hops)\n");
    EXPECT_EQ(json::parse(route_text(config, "0", "7", true))["paths"].size(), 6U);
}

TEST(RouteCommand, PrintsTheRoutersOnTheWayBetweenNodes) {
    const ExperimentConfig config = fat_tree_config(2, 2);
    EXPECT_EQ(route_text(config, "(0,0).1", "2", true), "{\"paths\":[[0,2,1],[0,3,1]]}\n");
    EXPECT_EQ(route_text(config, "1", "(0,1).0", false),
              "from node 1 (0,0).1 to node 2 (0,1).0, by routers:\n"
              "2 paths, chosen at random\n"
              "0 (0,0) -> 2 (1,0) -> 1 (0,1)  (2 hops)\n"
              "0 (0,0) -> 3 (1,1) -> 1 (0,1)  (2 hops)\n");
    EXPECT_EQ(route_text(config, "3", "2", false),
              "from node 3 (0,1).1 to node 2 (0,1).0, by routers:\n1 (0,1)  (0 hops)\n");
}

TEST(RouteCommand, RefusesTooManyPathsAndNodesThatAreNone) {
    const auto error_of = [](const ExperimentConfig& config, const std::string& from,
                             const std::string& to) {
        try {
            route_text(config, from, to, true);
        } catch (const OptionError& error) {
            return error.key() + ": " + error.what();
        }
        return std::string("none");
    };
    EXPECT_EQ(
        json::parse(route_text(cube_config(7, "random_minimal"), "0", "63", true))["paths"].size(),
        720U);
    EXPECT_EQ(error_of(cube_config(7, "random_minimal"), "0", "127"),
              "--to: more than 1000 paths from 0 to 127, must be a pair with fewer");
    EXPECT_EQ(error_of(cube_config(3), "8", "0"),
              "--from: no node \"8\" in this hypercube, must be a node id 0..7");
    EXPECT_EQ(error_of(cube_config(3), "0", "x"),
              "--to: no node \"x\" in this hypercube, must be a node id 0..7");
    EXPECT_EQ(error_of(cube_config(3, "odd_even"), "0", "1"),
              "algorithm: odd_even does not fit topology hypercube, it is for mesh of two "
              "dimensions");
}

TEST(VerifyCommand, FindsEcubeFree) {
    const Verdict verdict = verdict_of(cube_config(6), true);
    EXPECT_EQ(verdict.exit_code, 0);
    EXPECT_EQ(json::parse(verdict.text),
              json::parse(R"({"deadlock_free": true, "reason": "acyclic", "pairs": 4032,
                              "channels": 384, "virtual_channels_needed": 1, "cycle": [], "witness": null})"));
    EXPECT_EQ(verdict_of(cube_config(3), false).text,
              "network    hypercube, 8 nodes, 24 channels\n"
              "routing    ecube, 1 VC class on 4 VCs\n"
              "pairs      56, all reached\n"
              "deadlock   free: the channel dependencies are acyclic\n");
}

TEST(VerifyCommand, CountsPairsOfNodesAndTellsRoutersFromNodes) {
    EXPECT_EQ(verdict_of(fat_tree_config(2, 3), false).text,
              "network    fat_tree, 8 nodes at 12 routers, 32 channels\n"
              "routing    nearest_common_ancestor, 1 VC class on 4 VCs\n"
              "pairs      56, all reached\n"
              "deadlock   free: the channel dependencies are acyclic\n");
}

TEST(VerifyCommand, FindsQueuedOutputsFreeWhateverTheRouting) {
    ExperimentConfig config = cube_config(4, "random_minimal");
    config.router.virtual_channels = 1;
    EXPECT_EQ(verdict_of(config, true).exit_code, 4);
    config.router.organisation = rtl::Organisation::output_queued;
    const Verdict verdict = verdict_of(config, true);
    EXPECT_EQ(verdict.exit_code, 0);
    EXPECT_EQ(json::parse(verdict.text)["reason"], "unbounded");
    EXPECT_EQ(verdict_of(config, false).text,
              "network    hypercube, 16 nodes, 64 channels\n"
              "routing    random_minimal, queued outputs\n"
              "pairs      240, all reached\n"
              "deadlock   free: queues without bounds, no message waits for room\n");
}

TEST(VerifyCommand, FindsBuffersWithoutBoundsFreeUnlessHeadsWaitForThemToDrain) {
    ExperimentConfig config = cube_config(4, "random_minimal");
    config.router.virtual_channels = 1;
    config.router.buffer_flits = rtl::kUnbounded;
    const json verdict = json::parse(verdict_of(config, true).text);
    EXPECT_EQ(verdict["reason"], "unbounded");
    EXPECT_EQ(verdict["virtual_channels_needed"], 1);
    EXPECT_NE(verdict_of(config, false).text.find("buffers without bounds"), std::string::npos);
    config.router.vc_reuse = rtl::VcReuse::buffer_empty;
    EXPECT_EQ(verdict_of(config, true).exit_code, 4);
}

/// Every VC has slots of its own, so it waits for what it waits for with private ones.
TEST(VerifyCommand, FindsSharedBuffersAsFreeAsPrivateOnes) {
    for (const char* const routing : {"ecube", "random_minimal"}) {
        const ExperimentConfig own = cube_config(4, routing);
        ExperimentConfig shared = own;
        shared.router.buffers = rtl::Buffers::shared;
        EXPECT_EQ(verdict_of(shared, false).text, verdict_of(own, false).text);
        EXPECT_EQ(verdict_of(shared, true).exit_code, verdict_of(own, true).exit_code);
    }
}

TEST(VerifyCommand, FindsAnEscapeThatHoldsWhereHeadsComeFirst) {
    ExperimentConfig config = cube_config(4, "duato");
    config.router.vc_reuse = rtl::VcReuse::buffer_empty;
    const Verdict verdict = verdict_of(config, true);
    EXPECT_EQ(verdict.exit_code, 0);
    EXPECT_EQ(
        json::parse(verdict.text),
        json::parse(R"({"deadlock_free": true, "reason": "escape", "pairs": 240, "channels": 64,
                              "virtual_channels_needed": 2, "cycle": [], "witness": null})"));
    const std::string text = verdict_of(config, false).text;
    EXPECT_NE(text.find("free: the escape's extended channel dependencies are acyclic"),
              std::string::npos)
        << text;
    config.router.vc_reuse = rtl::VcReuse::tail_sent;
    EXPECT_EQ(json::parse(verdict_of(config, true).text)["reason"], "cyclic");
    EXPECT_EQ(verdict_of(config, false).exit_code, 4);
    config.router.switching = rtl::Switching::virtual_cut_through;
    EXPECT_EQ(verdict_of(config, true).exit_code, 0);
    config.router.switching = rtl::Switching::wormhole;
    config.router.buffer_flits = rtl::kUnbounded;
    EXPECT_EQ(verdict_of(config, true).exit_code, 0);
}

TEST(VerifyCommand, PrintsAShortestCycleAndTheVcsNeeded) {
    ExperimentConfig config = cube_config(4, "random_minimal");
    config.router.virtual_channels = 3;
    EXPECT_EQ(verdict_of(config, true).exit_code, 0);
    config.router.virtual_channels = 1;
    const Verdict verdict = verdict_of(config, true);
    EXPECT_EQ(verdict.exit_code, 4);
    const json printed = json::parse(verdict.text);
    EXPECT_EQ(printed["deadlock_free"], false);
    EXPECT_EQ(printed["reason"], "cyclic");
    ASSERT_EQ(printed["cycle"].size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(printed["cycle"][i]["to"], printed["cycle"][(i + 1) % 4]["from"]);
    }
    const std::string text = verdict_of(config, false).text;
    EXPECT_NE(text.find("possible: 4 channels may wait for each other\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("The 3 VC classes share 1 VC: 3 virtual channels are needed.\n"),
              std::string::npos)
        << text;
}

TEST(VerifyCommand, CountsRequestsAndResponses) {
    ExperimentConfig config = cube_config(3);
    config.router.message_classes = 2;
    config.router.virtual_channels = 2;
    EXPECT_EQ(verdict_of(config, true).exit_code, 0);
    config.router.virtual_channels = 1;
    EXPECT_EQ(verdict_of(config, true).exit_code, 4);
}

TEST(VerifyCommand, FollowsTheVcsOfEachMessageClass) {
    ExperimentConfig config = parse_config(
        "c.yaml",
        "topology: {kind: torus, size: [5, 5]}\nrouter: {message_classes: 2, class_vcs: [2, 2]}");
    EXPECT_EQ(verdict_of(config, true).exit_code, 0);
    config.router.class_vcs = {3, 1};  // the second has one VC for two VC classes
    EXPECT_EQ(verdict_of(config, true).exit_code, 4);
}

TEST(VerifyCommand, RefusesNetworksBeyondItsReach) {
    try {
        verdict_of(cube_config(15), true);
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "topology");
        EXPECT_STREQ(error.what(), "32768 nodes, verify follows every pair of at most 16384");
    }
}

}  // namespace
}  // namespace flitscope::tb
