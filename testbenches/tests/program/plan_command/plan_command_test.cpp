#include "testbenches/program/plan_command/plan_command.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "topologies/options.h"

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
    } catch (const topo::OptionError& error) {
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
              "kind: 2097152 nodes, plan takes networks of at most 1048576");
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
