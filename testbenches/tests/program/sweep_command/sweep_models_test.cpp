// Sweeps with `run: model`: what their points hold, and which models and keys are refused.
#include <filesystem>

#include "testbenches/tests/program/sweep_command/sweep_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kClusters =
    "topology: {kind: hierarchical_hypercube, cluster_dimensions: 3, dimensions: 6}\n"
    "routing: {algorithm: hierarchical, within: random}\n"
    "traffic: {pattern: cluster_local, alpha: 0.7, rate: 0.1}\n"
    "model: {name: hierarchical_delay}\n";

class SweepModels : public SweepCli {
protected:
    SweepModels() { folder_.write("clusters.yaml", kClusters); }

    void write_sweep(const std::string& rest) {
        folder_.write("sweep.yaml", "base: clusters.yaml\nrun: model\n" + rest);
    }

    /// The points of a sweep by their numbers.
    std::vector<Json> points_in_order(const std::string& name) const {
        std::vector<Json> all;
        for (const std::string& each : points(name)) {
            all.push_back(Json::parse(each));
        }
        std::sort(all.begin(), all.end(),
                  [](const Json& a, const Json& b) { return a["number"] < b["number"]; });
        return all;
    }
};

TEST_F(SweepModels, PointsAreThoseOfTheModelCommandAtAnyKey) {
    write_sweep(
        "axes: {traffic.alpha: [0.3, 0.9], topology.cluster_dimensions: [2, 4], "
        "traffic.rate: [0.01, 0.1, 1.5]}\n");
    const Finished sweep = run({"sweep", "sweep.yaml", "--out", "d"});
    EXPECT_EQ(sweep.code, 0) << sweep.err;
    EXPECT_THAT(sweep.out, HasSubstr("12 points: 12 done"));
    EXPECT_THAT(sweep.out, HasSubstr("  states: "));
    const std::vector<Json> all = points_in_order("d");
    ASSERT_EQ(all.size(), 12U);
    int saturated = 0;
    for (const Json& point : all) {
        std::vector<std::string> words = {"model", "clusters.yaml", "--json"};
        for (const auto& [key, value] : point["point"].items()) {
            words.insert(words.end(), {"--set", key + "=" + value.dump()});
        }
        const Json alone = Json::parse(run(words).out);
        const Json& model = point["model"];
        EXPECT_EQ(model["name"], alone["model"]);
        for (const auto& [key, value] : alone["points"][0].items()) {
            EXPECT_EQ(model[key], value) << key;
        }
        for (const char* const key : {"parameters", "saturation_rate", "saturation_bound"}) {
            EXPECT_EQ(model[key], alone[key]) << key;
        }
        EXPECT_EQ(point["state"], model["delay"].is_null() ? "saturated" : "stable");
        saturated += point["state"] == "saturated" ? 1 : 0;
        EXPECT_TRUE(point.contains("config"));
        for (const char* const figure : {"latency", "throughput", "cycles", "channels"}) {
            EXPECT_FALSE(point.contains(figure)) << figure;
        }
    }
    EXPECT_GT(saturated, 0);
    EXPECT_LT(saturated, 12);
}

TEST_F(SweepModels, AreStoredResumedAndCollectedAsSimulationsAre) {
    write_sweep("axes: {traffic.alpha: {from: 0, to: 1, step: 0.25}}\n");
    ASSERT_EQ(run({"sweep", "sweep.yaml", "--out", "d"}).code, 0);
    const std::vector<std::string> before = points("d");
    fs::remove(fs::directory_iterator(folder_.path() / "d/points")->path());
    EXPECT_EQ(run({"sweep", "status", "d"}).out,
              "5 points: 4 done, 0 failed, 1 missing, 0 running\n");
    EXPECT_EQ(std::system(("sh '" + folder_.path().string() + "/d/tasks.txt'").c_str()), 0);
    EXPECT_EQ(points("d"), before);
    ASSERT_EQ(run({"sweep", "collect", "d"}).code, 0);
    const std::string table = folder_.read("d/results.csv");
    EXPECT_EQ(table.substr(0, table.find('\n')),
              "hash,traffic.alpha,seed,series,state,model.name,model.parameters,"
              "model.differences,model.rate,model.status,model.delay,model.delay_bound,"
              "model.lr_ratio,model.saturation_rate,model.limiting,model.saturation_bound,"
              "model.cut_bound,model.link_loads.cluster_level_1,model.link_loads.cluster_level_2,"
              "model.link_loads.cluster_level_3,model.link_loads.level2,sweep");
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 6);
}

TEST_F(SweepModels, HoursAreAnAxisLikeAnyOther) {
    folder_.write("clusters.yaml",
                  "topology: {kind: hypercube, dimensions: 4}\n"
                  "model: {name: reliability, task_nodes: 14, hours: [500, 2000], trials: 2000}\n");
    write_sweep("axes: {model.hours: [500, 2000]}\n");
    ASSERT_EQ(run({"sweep", "sweep.yaml", "--out", "d"}).code, 0);
    const std::vector<Json> all = points_in_order("d");
    const Json alone = Json::parse(run({"model", "clusters.yaml", "--json"}).out);
    ASSERT_EQ(all.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(all[i]["model"]["hours"], alone["points"][i]["hours"]);
        EXPECT_EQ(all[i]["model"]["reliability"], alone["points"][i]["reliability"]);
        EXPECT_EQ(all[i]["state"], "stable");
    }
}

TEST_F(SweepModels, AreComparedByTheirFiguresWhichAreExact) {
    write_sweep("axes: {traffic.alpha: [0.5, 0.9]}\n");
    ASSERT_EQ(run({"sweep", "sweep.yaml", "--out", "a"}).code, 0);
    ASSERT_EQ(run({"sweep", "sweep.yaml", "--out", "b", "--set", "model.mu_level2=2"}).code, 0);
    const Finished compared = run({"compare", "a", "b"});
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_THAT(compared.out, HasSubstr("model.mu_level2: null | 2\n"));
    EXPECT_THAT(compared.out, testing::ContainsRegex("  model\\.delay +[0-9.]+ .* significant\n"));
    EXPECT_THAT(compared.out, HasSubstr("2 points on both sides"));
    EXPECT_THAT(run({"compare", "a", "a"}).out, HasSubstr(" 0 differ in all\n"));
}

TEST_F(SweepModels, BlockingIsMeasuredBesideWhatTheModelSaysAndHasColumns) {
    folder_.write("sweep.yaml",
                  "config:\n"
                  "  topology: {kind: hypercube, dimensions: 2}\n"
                  "  routing: {algorithm: ecube, order: low_first}\n"
                  "  router: {virtual_channels: 1, pipeline: 1}\n"
                  "  traffic: {rate: 0.01, length: {distribution: exponential, mean: 20}}\n"
                  "  measure: {warmup_messages: 100, max_cycles: 5000}\n"
                  "  model: {name: lr_wormhole}\n");
    ASSERT_EQ(run({"sweep", "sweep.yaml", "--out", "d"}).code, 0);
    const Json point = points_in_order("d").front();
    ASSERT_EQ(point["blocking"].size(), 2U);
    EXPECT_EQ(point["model"]["blocking"].size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GT(point["blocking"][i], 0);
        EXPECT_EQ(point["blocking"][i], point["channels"][i]["vc_busy"][1]);
    }
    ASSERT_EQ(run({"sweep", "collect", "d"}).code, 0);
    const std::string table = folder_.read("d/results.csv");
    EXPECT_THAT(table, HasSubstr(",blocking.0,blocking.1,"));
    EXPECT_THAT(table, HasSubstr(",model.blocking.0,model.blocking.1,"));
}

TEST_F(SweepModels, RefuseWhatIsNotOneModelOrOnePointBeforeTheFirstRuns) {
    const auto refused = [this](const std::string& rest, const std::string& message) {
        write_sweep(rest);
        expect_usage_error({"sweep", "sweep.yaml", "--out", "d"}, message);
        EXPECT_FALSE(folder_.has("d"));
    };
    refused("run: models\n", "sweep.yaml:3:1: run: given twice");
    refused("axes: {model.name: [hierarchical_delay, kim]}\n",
            "sweep.yaml:3:41: model.name = kim: ");
    refused("axes: {traffic.alpha: [0.5, 2]}\n", "sweep.yaml:3:29: traffic.alpha = 2: ");
    refused("axes: {model.mu_cluster: [1, -1]}\n", "sweep.yaml:3:30: model.mu_cluster = -1: ");
    refused("axes: {routing.interface: [closest]}\nconfig: {traffic.pattern: x}\n",
            "sweep.yaml:4:10: traffic.pattern");
    refused("axes: {topology: [{scheme: replicated}], routing.interface: [lowest]}\n",
            "routing.interface = lowest");
    refused("saturation: {precision: 0.1}\n",
            "sweep.yaml:3:13: saturation = {precision: 0.1}: loads are searched by simulation");
    refused("axes: {traffic.load: {adaptive: 4}}\n", "loads are searched by simulation");
    refused("config: {model: {name: reliability, replace: true}}\naxes: {model.hours: [[1, 2]]}\n",
            "model.hours = [1, 2]");
    refused("config: {model: {name: reliability, replace: true}}\naxes: {model.hours: [1, -2]}\n",
            "sweep.yaml:4:25: model.hours = -2: ");
    folder_.write("sweep.yaml", "config: {traffic: {rate: 0.1}}\nrun: model\n");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d"}, "no model named");
    folder_.write("sweep.yaml", "base: clusters.yaml\nrun: models\n");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d"},
                       "sweep.yaml:2:6: run = models: unknown");
}

}  // namespace
}  // namespace flitscope::tb
