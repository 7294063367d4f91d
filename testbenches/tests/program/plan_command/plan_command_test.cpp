#include "testbenches/program/plan_command/plan_command.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "common/options.h"

namespace flitscope::tb {
namespace {

using nlohmann::json;
using Sizes = std::vector<std::int64_t>;

ExperimentConfig mesh_config(const Sizes& size) {
    ExperimentConfig config;
    config.topology = {"mesh", {{"size", size}}};
    config.routing = {"dimension_order", {}};
    return config;
}

std::string plan_text(const ExperimentConfig& config, const PlanCommandOptions& options) {
    std::ostringstream out;
    EXPECT_EQ(plan_command(config, options, out), 0);
    return out.str();
}

PlanCommandOptions options_of(const std::string& algorithm, const std::string& source,
                              const std::string& destinations) {
    PlanCommandOptions options;
    options.algorithm = algorithm;
    options.source = source;
    options.destinations = destinations;
    return options;
}

PlanCommandOptions labelled(PlanCommandOptions options) {
    options.labels = true;
    return options;
}

PlanCommandOptions as_json(PlanCommandOptions options) {
    options.json = true;
    return options;
}

std::string refusal(const ExperimentConfig& config, const PlanCommandOptions& options) {
    try {
        std::ostringstream out;
        plan_command(config, options, out);
    } catch (const OptionError& error) {
        return error.key() + ": " + error.what();
    }
    return "none";
}

TEST(PlanCommand, PrintsFiguresAndPathsWithLabels) {
    const auto options = labelled(options_of("six_phase", "9", "2,4,7,12,15,17,20,23"));
    EXPECT_EQ(plan_text(mesh_config({4, 3, 2}), options),
              "algorithm      six_phase\n"
              "source         9\n"
              "steps          1\n"
              "messages       5\n"
              "channels used  18, 17 different\n"
              "longest path   5 hops\n"
              "start-ups      5\n"
              "most on a port 2\n"
              "step 1\n"
              "  9 10:10 11:10 12:11 19:10 20:01  (5 hops, 2 copies)\n"
              "  9 14:10 15:11 16:10 23:01  (4 hops, 2 copies)\n"
              "  9 14:10 17:01  (2 hops)\n"
              "  9 6:10 5:10 4:11 3:10 2:01  (5 hops, 2 copies)\n"
              "  9 8:10 7:01  (2 hops)\n");
}

TEST(PlanCommand, PrintsTheSameAsJsonWithNodeIds) {
    const ExperimentConfig config = mesh_config({3, 2, 3});
    EXPECT_EQ(json::parse(
                  plan_text(config, as_json(labelled(options_of("six_phase", "0", "4,8,11,17"))))),
              json::parse(R"({"algorithm": "six_phase", "source": 0, "steps": [[
        {"from": 0, "destinations": [4, 8], "path": [0, 1, 4, 7, 8],
         "actions": ["10", "11", "10", "01"]},
        {"from": 0, "destinations": [11, 17], "path": [0, 5, 6, 11, 12, 17],
         "actions": ["10", "10", "11", "10", "01"]}]],
        "channels_used": 9, "distinct_channels": 9, "longest_path": 5, "startups": 2,
        "port_max": 1})"));
    // Labels 4, 8, 11 and 17 as coordinates; blanks do not matter.
    const auto by_place =
        as_json(options_of("six_phase", "(0,0,0)", "( 1,0,1), (2,0,2),(0 ,1,2),12"));
    const json printed = json::parse(plan_text(config, by_place));
    EXPECT_EQ(printed["steps"][0][0]["path"], json::parse("[0, 1, 7, 13, 14]"));
    EXPECT_EQ(printed["steps"][0][0]["destinations"], json::parse("[7, 14]"));
}

TEST(PlanCommand, RefusesWhatDoesNotFitAndNamesTheOption) {
    const ExperimentConfig config = mesh_config({4, 4});
    const auto refused = [&](const std::string& algorithm, const std::string& source,
                             const std::string& destinations) {
        return refusal(config, options_of(algorithm, source, destinations));
    };
    EXPECT_EQ(refused("six_phase", "5", "1,2"), "none");
    EXPECT_EQ(refused("seven_phase", "5", "1,2")
                  .find("--algorithm: unknown algorithm \"seven_phase\", must be one of "),
              0U);
    const std::string misspelt = refused("two_phas", "5", "1,2");
    EXPECT_NE(misspelt.find("; did you mean \"two_phase\"?"), std::string::npos) << misspelt;
    const std::string accepted = "in this mesh, must be a node id 0..15 or (0,0)..(3,3)";
    EXPECT_EQ(refused("six_phase", "16", "1"), "--source: no node \"16\" " + accepted);
    EXPECT_EQ(refused("six_phase", "5", "1,16"), "--destinations: no node \"16\" " + accepted);
    EXPECT_EQ(refused("six_phase", "5", "1,,2"), "--destinations: no node \"\" " + accepted);
    EXPECT_EQ(refused("six_phase", "5", "1,"), "--destinations: no node \"\" " + accepted);
    EXPECT_EQ(refused("six_phase", "5", "(1,1"), "--destinations: no node \"(1,1\" " + accepted);
    EXPECT_EQ(refused("six_phase", "5", "1,2,1"), "--destinations: node 1 is named twice");
    EXPECT_EQ(refused("six_phase", "5", "(1,1)"),
              "--destinations: the source, node 5, is among the destinations");
    EXPECT_EQ(refused("six_phase", "5", ""),
              "--destinations: six_phase is a multicast: it needs at least one destination");
    EXPECT_EQ(refusal(mesh_config({4}), options_of("six_phase", "1", "2")),
              "--algorithm: six_phase does not fit a mesh of 4, it needs a mesh of two or three "
              "dimensions");
    EXPECT_EQ(refusal(mesh_config({4}), labelled(options_of("six_phase", "1", "2"))),
              "--labels: a Hamiltonian label does not fit topology mesh, it is for mesh of two or "
              "three dimensions");
    EXPECT_EQ(refusal(mesh_config({2048, 1024}), options_of("six_phase", "1", "2")),
              "topology.kind: 2097152 nodes, but plan takes networks of at most 1048576");
    ExperimentConfig concentrated = mesh_config({4});
    concentrated.topology = {"concentrated_mesh",
                             {{"size", Sizes{4}}, {"concentration", std::int64_t{2}}}};
    EXPECT_EQ(refusal(concentrated, options_of("binomial", "1", "")),
              "topology.kind: plan takes networks with one node at every router");
}

TEST(PlanCommand, TakesTheBaseAndThePortsOfATree) {
    ExperimentConfig cube;
    cube.topology = {"hypercube", {{"dimensions", std::int64_t{3}}}};
    cube.routing = {"ecube", {}};
    const auto first_step = [&](const std::string& base, const std::string& ports) {
        PlanCommandOptions options = as_json(options_of("sbt", "5", ""));
        options.base = base;
        options.ports = ports;
        std::vector<int> to;
        const json plan = json::parse(plan_text(cube, options));
        for (const json& message : plan["steps"][0]) {
            to.push_back(message["destinations"][0]);
        }
        return to;
    };
    using Nodes = std::vector<int>;
    EXPECT_EQ(first_step("", ""), (Nodes{4, 7, 1}));
    EXPECT_EQ(first_step("fixed", "all"), (Nodes{4, 7, 1}));
    EXPECT_EQ(first_step("rotating", ""), (Nodes{4, 7, 1}));
    EXPECT_EQ(first_step("1", ""), (Nodes{7, 1, 4}));
    EXPECT_EQ(first_step("2", "one"), (Nodes{1}));
    std::set<Nodes> drawn;
    for (cube.seed = 1; cube.seed < 20; ++cube.seed) {
        drawn.insert(first_step("random", ""));
    }
    EXPECT_EQ(drawn, (std::set<Nodes>{{4, 7, 1}, {7, 1, 4}, {1, 4, 7}}));

    cube.traffic.broadcast.base = "1";
    EXPECT_EQ(first_step("", ""), (Nodes{7, 1, 4})) << "that of the configuration";
    EXPECT_EQ(first_step("fixed", ""), (Nodes{4, 7, 1}));
    PlanCommandOptions options = options_of("sbt", "5", "");
    cube.traffic.broadcast.base = "3";
    EXPECT_EQ(refusal(cube, options),
              "traffic.broadcast.base: \"3\", must be fixed, rotating, random or a dimension 0..2");
    EXPECT_EQ(refusal(cube, options_of("binomial", "5", "")), "none");
    for (const char* base : {"3", "-1", "x", "1x", "999"}) {
        options.base = base;
        EXPECT_EQ(refusal(cube, options), "--base: \"" + std::string(base) +
                                              "\", must be fixed, rotating, random or a "
                                              "dimension 0..2");
    }
    options.base = "";
    options.ports = "two";
    EXPECT_EQ(refusal(cube, options), "--ports: \"two\", must be all or one");
    options = options_of("rd", "5", "");
    options.base = "fixed";
    EXPECT_EQ(refusal(mesh_config({4, 4}), options), "--base: rd has no such choice; only sbt has");
    options.base = "";
    options.ports = "one";
    EXPECT_EQ(refusal(mesh_config({4, 4}), options),
              "--ports: rd has no such choice; only sbt has");
    options.algorithm = "sbt";
    EXPECT_EQ(refusal(mesh_config({4, 4}), options),
              "--algorithm: sbt does not fit topology mesh, it is for hypercube");
}

TEST(PlanCommand, DrawsNetworksOfLabelsOnly) {
    auto options = options_of("two_phase", "1", "2");
    options.networks = true;
    EXPECT_EQ(refusal(mesh_config({4, 4}), options), "--networks: has no meaning without --labels");
}

TEST(PlanCommand, NamesTheHalvesOfAMessage) {
    const ExperimentConfig config = mesh_config({2, 2});
    const auto options = options_of("np_d", "1", "");
    const json plan = json::parse(plan_text(config, as_json(options)));
    ASSERT_EQ(plan["steps"].size(), 2U);
    EXPECT_EQ(plan["steps"][0], json::parse(R"([
        {"from": 1, "destinations": [0], "path": [1, 0], "actions": ["01"], "part": "first_half"},
        {"from": 1, "destinations": [3], "path": [1, 3], "actions": ["01"], "part": "second_half"}
    ])"));
    EXPECT_EQ(plan["startups"], 2);
    EXPECT_NE(plan_text(config, options)
                  .find("step 1\n"
                        "  1 0:01  (1 hop, first_half)\n"
                        "  1 3:01  (1 hop, second_half)\n"),
              std::string::npos);
}

TEST(PlanCommand, PrintsWhatAllNodesDoTogether) {
    PlanCommandOptions options = options_of("tree", "1", "");
    options.collective = "gather";
    const std::string text = plan_text(mesh_config({4, 1}), options);
    EXPECT_NE(
        text.find("algorithm      tree\nsource         1\nsteps          2\nmessages       3\n"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("step 1\n  0 1:01  (1 hop, 1 block)\n  2 3:01  (1 hop, 1 block)\n"
                        "step 2\n  3 2:10 1:01  (2 hops, 2 blocks)\n"),
              std::string::npos)
        << text;
    options.collective = "reduce";
    const json plan = json::parse(plan_text(mesh_config({4, 1}), as_json(options)));
    EXPECT_EQ(plan["steps"][1][0]["blocks"], json({0}));
    EXPECT_EQ(plan["steps"][1][0]["combined"], true);

    options.collective = "shout";
    EXPECT_EQ(refusal(mesh_config({4}), options).substr(0, 32),
              "--collective: unknown kind \"shou");
    options.collective = "all_to_all";
    EXPECT_EQ(refusal(mesh_config({4}), options).substr(0, 35),
              "--algorithm: tree has no all_to_all");
    options.algorithm = "pairwise";
    options.tree = "rd";
    EXPECT_EQ(refusal(mesh_config({4}), options), "--tree: pairwise uses no tree");
    options.tree.clear();
    options.destinations = "2";
    EXPECT_EQ(refusal(mesh_config({4}), options),
              "--destinations: has no meaning with --collective");
    options.collective.clear();
    options.algorithm = "rd";
    options.tree = "rd";
    EXPECT_EQ(refusal(mesh_config({4}), options), "--tree: has no meaning without --collective");
}

TEST(PlanCommand, TakesOrRefusesAnyText) {
    std::mt19937 random(1);
    const std::string letters = "0123456789(),, -x";
    int taken = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (unsigned left = random() % 10; left > 0; --left) {
            text += letters[random() % letters.size()];
        }
        const std::string answer = refusal(mesh_config({4, 4}), options_of("six_phase", "5", text));
        taken += answer == "none" ? 1 : 0;
        EXPECT_TRUE(answer == "none" || answer.find("--destinations: ") == 0) << text;
    }
    EXPECT_GT(taken, 200);
}

}  // namespace
}  // namespace flitscope::tb
