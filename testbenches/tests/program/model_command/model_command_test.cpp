#include "testbenches/program/model_command/model_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/program/plot/gnuplot_plot.h"

namespace flitscope::tb {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const char* const kBroadcast = R"(
topology: {kind: hypercube, dimensions: 4}
router: {virtual_channels: 2, injection_ports: all, ejection_ports: all, pipeline: 1}
link: {latency: 0}
traffic: {rate: 0.01, arrivals: poisson, length: 16, startup_cycles: 1, broadcast: {fraction: 0.05}}
model: {name: broadcast_wormhole, profile: corrected}
)";

const char* const kLeftToRight = R"(
topology: {kind: hypercube, dimensions: 3}
router: {virtual_channels: 1}
routing: {algorithm: ecube, order: low_first}
traffic: {rate: 0.02, length: {distribution: exponential, mean: 10}}
model: {name: lr_wormhole, buffer: infinite}
)";

const char* const kHierarchical = R"(
topology: {kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: 5, scheme: standby_spare}
routing: {algorithm: hierarchical, within: random}
traffic: {pattern: cluster_local, alpha: 0.6, rate: 0.5}
model: {name: hierarchical_delay, mu_cluster: 1.5, mu_level2: 2}
)";

const char* const kReliability = R"(
topology: {kind: complete, nodes: 16}
model: {name: reliability, node_rate: 1.0e-4, link_rate: 0, task_nodes: 12, hours: [500, 2000], trials: 5000}
)";

std::string run(const std::string& text, const std::vector<std::string>& sets,
                const ModelCommandOptions& options) {
    std::ostringstream out;
    EXPECT_EQ(model_command(parse_config("test.yaml", text, sets, ConfigUse::model), options, out),
              0);
    return out.str();
}

json run_json(const std::string& text, const std::vector<std::string>& sets = {},
              const std::string& rates = {}) {
    ModelCommandOptions options;
    options.json = true;
    options.rates = rates;
    return json::parse(run(text, sets, options));
}

/// "key | message" of the refusal.
std::string refusal(const std::string& text, const std::vector<std::string>& sets,
                    const ModelCommandOptions& options = {}) {
    try {
        run(text, sets, options);
    } catch (const OptionError& error) {
        return error.key() + " | " + error.what();
    } catch (const ConfigError& error) {
        return std::string("config | ") + error.what();
    }
    return "accepted";
}

TEST(ModelCommand, BroadcastWormholePrintsTheWorkedExample) {
    const json result = run_json(kBroadcast);
    EXPECT_EQ(result["model"], "broadcast_wormhole");
    ASSERT_EQ(result["points"].size(), 1U);
    const json& point = result["points"][0];
    EXPECT_EQ(point["rate"], 0.01);
    EXPECT_EQ(point["status"], "ok");
    EXPECT_NEAR(point["unicast"], 23.0043525268, 5e-11);
    EXPECT_NEAR(point["broadcast"], 90.3974885481, 5e-11);
    EXPECT_NEAR(result["saturation_rate"], 0.0326203741, 3e-7);

    const json paper = run_json(kBroadcast, {"model.profile=paper"});
    EXPECT_NEAR(paper["points"][0]["unicast"], 22.4025862954, 5e-11);
    const json startup = run_json(kBroadcast, {"model.add_startup=true"});
    EXPECT_NEAR(startup["points"][0]["unicast"], 24.0043525268, 5e-11);
    const json mixed =
        run_json(kBroadcast, {"model.profile=paper",
                              "model.switches={replicated_rate: corrected, step_hop: corrected, "
                              "source_weights: corrected}"});
    EXPECT_EQ(mixed["points"], result["points"]);
}

TEST(ModelCommand, RatesKeepTheirOrderAndSaturatedPointsHaveNoValues) {
    const json result = run_json(kBroadcast, {}, "0.05,0,0.01");
    const json& points = result["points"];
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(points[0]["rate"], 0.05);
    EXPECT_EQ(points[0]["status"], "saturated");
    EXPECT_EQ(points[0]["limiting"], "channel, dimension 3");
    EXPECT_TRUE(points[0]["unicast"].is_null());
    EXPECT_EQ(points[1]["rate"], 0);
    EXPECT_EQ(points[1]["status"], "ok");
    EXPECT_FALSE(points[1].contains("limiting"));
    const json range = run_json(kBroadcast, {}, "0:0.02:5");
    ASSERT_EQ(range["points"].size(), 5U);
    EXPECT_EQ(range["points"][4]["rate"], 0.02);
    EXPECT_EQ(range["points"][1]["rate"], 0.005);
}

TEST(ModelCommand, LrWormholePrintsTheWorkedExample) {
    const json result = run_json(kLeftToRight);
    const json& point = result["points"][0];
    EXPECT_NEAR(point["delay"], 11.1366430654, 5e-11);
    ASSERT_EQ(point["blocking"].size(), 3U);
    EXPECT_NEAR(point["blocking"][0], 0.1211002082, 5e-11);
    EXPECT_NEAR(point["blocking"][2], 0.1142857143, 5e-11);

    const std::string by_dimensions = "routing.algorithm=dimension_order";  // is e-cube on a cube
    EXPECT_EQ(run_json(kLeftToRight, {by_dimensions, "routing.order=[0, 1, 2]"}), result);
    EXPECT_THAT(refusal(kLeftToRight, {by_dimensions, "routing.order=[2, 1, 0]"}),
                HasSubstr("routing.algorithm | lr_wormhole: "));

    const json finite = run_json(kLeftToRight, {"model.buffer=finite"});
    EXPECT_NEAR(finite["points"][0]["delay"], 11.0913949439, 5e-11);
    EXPECT_TRUE(finite["saturation_rate"].is_null());
    const json random = run_json(kLeftToRight, {"routing={algorithm: random_minimal}"});
    EXPECT_NEAR(random["points"][0]["delay"], 11.2289345787, 5e-11);
    EXPECT_EQ(random["points"][0]["blocking"].size(), 3U);

    const std::vector<std::string> spherical = {"topology.dimensions=4", "traffic.length.mean=50",
                                                "traffic.rate=0.004", "traffic.pattern=spherical"};
    EXPECT_NEAR(run_json(kLeftToRight, spherical)["points"][0]["delay"], 56.8851289095, 5e-11);
    auto halving = spherical;
    halving.emplace_back("traffic.law=halving");
    EXPECT_EQ(
        run_json(kLeftToRight, halving)["points"],
        run_json(kLeftToRight,
                 {spherical[0], spherical[1], spherical[2], "traffic.pattern=hop_distribution",
                  "traffic.p=[0.5333333333333333, 0.26666666666666666, 0.13333333333333333, "
                  "0.06666666666666667]"})["points"]);
    auto cut_through = spherical;
    cut_through.insert(cut_through.end(),
                       {"router.switching=virtual_cut_through", "router.buffer_flits=unbounded"});
    const json vct = run_json(kLeftToRight, cut_through);
    EXPECT_FALSE(vct["points"][0].contains("delay"));
    EXPECT_EQ(vct["points"][0]["blocking"], json({0.125, 0.125, 0.125, 0.125}));
    const json given = run_json(kLeftToRight, {"traffic.pattern=hop_distribution",
                                               "traffic.p=[0.42857142857142855, "
                                               "0.42857142857142855, 0.14285714285714285]"});
    EXPECT_NEAR(given["points"][0]["delay"], 11.1366430654, 5e-11);
}

TEST(ModelCommand, HierarchicalDelayPrintsTheWorkedExample) {
    const json single = run_json(kHierarchical);
    EXPECT_NEAR(single["points"][0]["delay"], 1.9444444444, 5e-11);
    EXPECT_NEAR(single["points"][0]["delay_bound"], 1.8989898990, 5e-11);
    EXPECT_TRUE(single["points"][0]["lr_ratio"].is_number());
    EXPECT_NEAR(single["saturation_rate"], 1.5, 1e-9);
    EXPECT_NEAR(single["saturation_bound"], 1.875, 1e-9);
    EXPECT_NEAR(single["cut_bound"], 2 * 1.5 / 1.8, 1e-9);
    EXPECT_EQ(single["link_loads"].size(), 3U);
    EXPECT_NEAR(single["link_loads"]["cluster_level_1"], 0.5 / 0.5, 1e-9);
    EXPECT_NEAR(single["link_loads"]["cluster_level_2"], 0.3 / 0.5, 1e-9);
    EXPECT_NEAR(single["link_loads"]["level2"], 0.4571428571 / 0.5, 1e-9);
    // alpha 0.6: 0.4 on each; of four nodes, one or two send through dimension 0 or 1.
    const json fixed = run_json(kHierarchical, {"routing.within=fixed"});
    const json& loads = fixed["link_loads"];
    EXPECT_NEAR(loads["to_interface_dimension_0"], 0.4 + 0.4 * 1, 1e-9);
    EXPECT_NEAR(loads["to_interface_dimension_1"], 0.4 + 0.4 * 2, 1e-9);
    EXPECT_NEAR(loads["from_interface_dimension_0"], 0.4 + 0.4 * 2, 1e-9);

    const json replicated = run_json(kHierarchical, {"topology.scheme=replicated"});
    EXPECT_NEAR(replicated["points"][0]["delay"], 1.6044880785, 5e-11);
    EXPECT_NEAR(replicated["saturation_rate"], 2.1428571429, 1e-9);

    const json cube = run_json(
        kHierarchical, {"topology={kind: hypercube, dimensions: 5}",
                        "routing={algorithm: random_minimal}", "traffic.cluster_dimensions=2"});
    EXPECT_NEAR(cube["points"][0]["delay"], 1.3636363636, 5e-11);
    EXPECT_TRUE(cube["cut_bound"].is_null());

    EXPECT_LT(fixed["saturation_rate"], single["saturation_rate"]);
    const json queue = run_json(kHierarchical, {"routing.within=shortest_queue"}, "0.5,1.7");
    EXPECT_TRUE(queue["saturation_rate"].is_null());
    EXPECT_TRUE(queue["points"][0]["delay"].is_null());
    EXPECT_NEAR(queue["points"][0]["delay_bound"], 1.8989898990, 5e-11);
    EXPECT_EQ(queue["points"][1]["status"], "saturated");
    const json equal_cost = run_json(kHierarchical, {"model.constant_cost=true"});
    EXPECT_LT(equal_cost["points"][0]["delay"], single["points"][0]["delay"]);
}

TEST(ModelCommand, ReliabilityPrintsOnePointPerHour) {
    const json result = run_json(kReliability);
    ASSERT_EQ(result["points"].size(), 2U);
    EXPECT_TRUE(result["saturation_rate"].is_null());
    for (const json& point : result["points"]) {
        const double estimate = point["reliability"];
        EXPECT_LE(point["ci"][0], estimate);
        EXPECT_GE(point["ci"][1], estimate);
        EXPECT_NEAR(point["exact"], estimate, 0.03);
    }
    EXPECT_EQ(result["points"][1]["hours"], 2000);
    EXPECT_EQ(run_json(kReliability), result);
    EXPECT_NE(run_json(kReliability, {"seed=9"})["points"], result["points"]);
    const json spares = run_json(
        kReliability, {"topology={kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: "
                       "4, scheme: replicated_standby}",
                       "model.spare=cold"});
    EXPECT_THAT(spares["parameters"], HasSubstr("8 cold spares"));
    const json by_default = run_json(
        kReliability, {"topology={kind: hierarchical_hypercube, cluster_dimensions: 2, dimensions: "
                       "4, scheme: replicated_standby}"});
    EXPECT_THAT(by_default["parameters"], HasSubstr("8 own-node spares"));
}

TEST(ModelCommand, TableAndCsvShowEveryPoint) {
    ModelCommandOptions options;
    options.rates = "0.01,0.05";
    const std::string table = run(kBroadcast, {}, options);
    EXPECT_THAT(table, HasSubstr("23.0044"));
    EXPECT_THAT(table, HasSubstr("saturated"));
    EXPECT_THAT(table, HasSubstr("saturation rate 0.0326204 messages/node/cycle, limited by "
                                 "channel, dimension 3"));
    options.csv = true;
    std::istringstream csv(run(kBroadcast, {}, options));
    std::vector<std::string> lines;
    for (std::string line; std::getline(csv, line);) {
        lines.push_back(line);
    }
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0], "rate,status,unicast,broadcast,limiting");
    EXPECT_EQ(lines[1].rfind("0.01,ok,23.00435252", 0), 0U) << lines[1];
    EXPECT_EQ(lines[2], "0.05,saturated,,,\"channel, dimension 3\"");

    options.rates = "0.5,0.02";
    const std::string lists = run(kLeftToRight, {}, options);
    EXPECT_EQ(lists.substr(0, lists.find('\n')),
              "rate,status,delay,blocking_0,blocking_1,blocking_2,limiting");
    options.rates.clear();
    const std::string hours = run(kReliability, {}, options);
    EXPECT_EQ(hours.substr(0, hours.find('\n')), "hours,status,reliability,ci_low,ci_high,exact");
}

TEST(ModelCommand, RefusalsNameModelParameterAndRange) {
    EXPECT_EQ(refusal(kBroadcast, {"router.virtual_channels=1"}),
              "router.virtual_channels | broadcast_wormhole: virtual_channels = 1, must be >= 2");
    EXPECT_EQ(refusal(kBroadcast, {"topology={kind: mesh, size: [4, 4]}"}),
              "topology.kind | broadcast_wormhole: topology.kind = mesh, must be hypercube");
    EXPECT_THAT(refusal(kBroadcast, {"routing={algorithm: random_minimal}"}),
                HasSubstr("routing.algorithm | broadcast_wormhole: "));
    EXPECT_THAT(refusal(kBroadcast, {"traffic={arrivals: trace, file: t.csv}"}),
                HasSubstr("traffic.arrivals | "));
    EXPECT_THAT(refusal(kBroadcast, {"traffic.pattern=bit_complement"}),
                HasSubstr("traffic.pattern | broadcast_wormhole: "));
    EXPECT_THAT(refusal(kBroadcast,
                        {"router.switching=virtual_cut_through", "router.buffer_flits=unbounded"}),
                HasSubstr("router.switching | broadcast_wormhole: "));
    EXPECT_THAT(refusal(kBroadcast, {"traffic.length={distribution: exponential, mean: 16}"}),
                HasSubstr("traffic.length | broadcast_wormhole: "));
    EXPECT_THAT(refusal(kBroadcast, {"traffic.broadcast.base=fixed"}),
                HasSubstr("traffic.broadcast.base | broadcast_wormhole: "));
    EXPECT_THAT(refusal(kBroadcast, {"traffic.broadcast.fraction=1.5"}), HasSubstr("0..1"));
    EXPECT_THAT(refusal(kBroadcast, {"model.profile=papers"}),
                HasSubstr("model.profile | broadcast_wormhole: profile = \"papers\", must be one "
                          "of paper, corrected"));
    EXPECT_THAT(refusal(kBroadcast, {"model.switches={step_hop: 1}"}),
                HasSubstr("model.switches.step_hop | broadcast_wormhole"));
    EXPECT_THAT(refusal(kBroadcast, {"model.name=broadcast"}), HasSubstr("model.name | "));
    EXPECT_THAT(refusal("topology: {kind: hypercube, dimensions: 3}", {}),
                HasSubstr("model.name | "));

    EXPECT_THAT(refusal(kLeftToRight, {"routing.order=high_first"}),
                HasSubstr("low_first, or random_minimal"));
    EXPECT_THAT(refusal(kLeftToRight, {"model.buffer=small"}), HasSubstr("infinite, finite"));
    EXPECT_THAT(refusal(kLeftToRight, {"traffic.pattern=hop_distribution", "traffic.p=[0.5, 0.5]"}),
                HasSubstr("traffic.p | lr_wormhole"));
    EXPECT_THAT(
        refusal(kLeftToRight, {"traffic.pattern=hop_distribution", "traffic.p=[0.5, 0.4, 0.2]"}),
        HasSubstr("sum to 1"));
    EXPECT_THAT(refusal(kLeftToRight,
                        {"router.switching=store_and_forward", "router.buffer_flits=unbounded"}),
                HasSubstr("router.switching | lr_wormhole"));
    EXPECT_THAT(refusal(kLeftToRight, {"router.switching=virtual_cut_through",
                                       "router.buffer_flits=unbounded", "model.buffer=finite"}),
                HasSubstr("model.buffer | lr_wormhole"));

    EXPECT_THAT(refusal(kHierarchical, {"model.mu_cluster=0"}),
                HasSubstr("model.mu_cluster | hierarchical_delay"));
    EXPECT_THAT(refusal(kHierarchical, {"model.mu_level2=fast"}),
                HasSubstr("model.mu_level2 | hierarchical_delay"));
    EXPECT_THAT(
        refusal(kHierarchical, {"topology={kind: hypercube, dimensions: 5}",
                                "routing={algorithm: ecube}", "traffic.cluster_dimensions=5"}),
        HasSubstr("traffic.cluster_dimensions | hierarchical_delay: cluster_dimensions = "
                  "5, must be 1..4"));
    EXPECT_THAT(
        refusal(kHierarchical, {"topology.scheme=replicated", "routing.interface=shortest"}),
        HasSubstr("routing.interface | hierarchical_delay"));

    EXPECT_THAT(refusal(kReliability, {"model.task_nodes=17"}),
                HasSubstr("model.task_nodes | reliability: model.task_nodes = 17, must be 1..16"));
    EXPECT_THAT(refusal(kReliability, {"model.node_rate=-1"}),
                HasSubstr("model.node_rate | reliability"));
    EXPECT_THAT(refusal(kReliability, {"model.trials=0"}), HasSubstr("model.trials | reliability"));
    EXPECT_THAT(refusal(kReliability, {"model.hours=[]"}), HasSubstr("model.hours | reliability"));
    EXPECT_THAT(refusal(kReliability, {"model.spare=warm"}),
                HasSubstr("model.spare | reliability"));
}

TEST(ModelCommand, RefusesRatesItCannotRead) {
    for (const char* rates :
         {"-0.1", "0.1,", "a", "0:1", "0:1:0", "0:1:2:3", "1e101", "nan", "0:1:1.5", "0.1;0.2"}) {
        ModelCommandOptions options;
        options.rates = rates;
        EXPECT_THAT(refusal(kBroadcast, {}, options), HasSubstr("rates | broadcast_wormhole: "))
            << rates;
    }
    ModelCommandOptions options;
    options.rates = "0.1";
    EXPECT_THAT(refusal(kReliability, {}, options), HasSubstr("rates | reliability: "));
    options = {};
    options.json = options.csv = true;
    EXPECT_THAT(refusal(kBroadcast, {}, options), HasSubstr("csv | "));
}

std::string text_in(const std::string& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(ModelCommand, PlotsItsCurves) {
    ModelCommandOptions options;
    options.plot = ::testing::TempDir() + "model_command_test.svg";
    run(kBroadcast, {}, options);  // one rate: the curve runs up to saturation
    const std::string svg = text_in(options.plot);
    EXPECT_THAT(svg, HasSubstr("latency (cycles)"));
    EXPECT_THAT(svg, HasSubstr("rate (messages/node/cycle)"));
    EXPECT_THAT(svg, HasSubstr("unicast"));
    EXPECT_THAT(svg, HasSubstr("broadcast"));
    run(kReliability, {}, options);
    EXPECT_THAT(text_in(options.plot), HasSubstr("time (hours)"));
    std::remove(options.plot.c_str());
    options.plot = "curve.gif";
    EXPECT_THAT(refusal(kBroadcast, {}, options), HasSubstr("plot | broadcast_wormhole: "));
}

}  // namespace
}  // namespace flitscope::tb
