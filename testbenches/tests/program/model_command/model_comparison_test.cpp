#include "testbenches/program/model_command/model_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/drive/configuration/config_reader.h"

namespace flitscope::tb {
namespace {

using ::testing::HasSubstr;

/// What the papers assume; no section `model`.
const char* const kPapers = R"(
topology: {kind: hypercube, dimensions: 4}
router: {virtual_channels: 2, injection_ports: all, ejection_ports: all, pipeline: 1}
link: {latency: 0}
traffic: {rate: 0.01, arrivals: poisson, length: 16, startup_cycles: 1}
)";

ExperimentConfig config(const std::vector<std::string>& sets = {}) {
    return parse_config("test.yaml", kPapers, sets);
}

nlohmann::ordered_json model_member(const ModelComparison& comparison) {
    nlohmann::ordered_json result;
    comparison.add_to(result);
    return result["model"];
}

TEST(ModelComparison, ChoosesTheModelThatDescribesTheConfiguration) {
    const auto unicast = model_for(config(), {20.0, std::nullopt, 18.0});
    ASSERT_TRUE(unicast);
    EXPECT_EQ(unicast->name, "broadcast_wormhole");
    EXPECT_EQ(unicast->status, "ok");
    EXPECT_EQ(unicast->compares, "unicast");
    EXPECT_NEAR(*unicast->unicast_deviation, *unicast->unicast / 20.0 - 1, 1e-12);
    EXPECT_FALSE(unicast->broadcast);  // nothing of the kind was simulated

    const auto left_to_right =
        model_for(config({"router.virtual_channels=1",
                          "routing={algorithm: ecube, order: "
                          "low_first}",
                          "traffic.length={distribution: exponential, mean: 16}"}),
                  {30.0, std::nullopt, 18.0});
    ASSERT_TRUE(left_to_right);
    EXPECT_EQ(left_to_right->name, "lr_wormhole");
    EXPECT_EQ(left_to_right->compares, "channel");
    EXPECT_NEAR(*left_to_right->unicast_deviation, *left_to_right->unicast / 18.0 - 1, 1e-12);
}

TEST(ModelComparison, IsEmptyWhereNoModelFits) {
    const ComparableResults latencies{20.0, std::nullopt, 18.0};
    EXPECT_FALSE(model_for(config({"topology={kind: mesh, size: [4, 4]}"}), latencies));
    EXPECT_FALSE(model_for(config({"router.virtual_channels=1"}), latencies));
    EXPECT_FALSE(model_for(config({"router.pipeline=3"}), latencies));
    EXPECT_FALSE(model_for(config({"traffic.pattern=transpose"}), latencies));
    EXPECT_FALSE(model_for(config({"model={name: reliability}"}), latencies));
    for (const char* const name : {"broadcast_wormhole", "hierarchical_delay"}) {
        const ExperimentConfig trace = parse_config(
            "test.yaml", kPapers,
            {"traffic={arrivals: trace, file: t.csv}", std::string("model={name: ") + name + "}"},
            ConfigUse::model);
        EXPECT_FALSE(model_for(trace, latencies)) << name;
    }
    EXPECT_FALSE(model_for(
        config({"model={name: broadcast_wormhole}", "router.virtual_channels=1"}), latencies));
}

TEST(ModelComparison, ANamedModelIsUsedWithItsDifferencesSaid) {
    const auto comparison =
        model_for(config({"model={name: broadcast_wormhole, profile: paper}", "router.pipeline=3"}),
                  {20.0, std::nullopt, 18.0});
    ASSERT_TRUE(comparison);
    EXPECT_THAT(comparison->differences, HasSubstr("pipeline is not 1"));
    EXPECT_THAT(comparison->to_text(), HasSubstr("pipeline is not 1"));
}

TEST(ModelComparison, SaturatedModelsHaveNoValue) {
    const auto comparison = model_for(config({"traffic.rate=0.5"}), {20.0, std::nullopt, 18.0});
    ASSERT_TRUE(comparison);
    EXPECT_EQ(comparison->status, "saturated");
    EXPECT_FALSE(comparison->unicast);
    const auto json = model_member(*comparison);
    EXPECT_TRUE(json["unicast"].is_null());
    EXPECT_TRUE(json["deviation"].is_null());
    EXPECT_EQ(json["limiting"], "channel, dimension 3");
}

TEST(ModelComparison, JsonHasNineDigitsAndTheDeviationOfUnicasts) {
    const auto comparison = model_for(config(), {20.0, std::nullopt, std::nullopt});
    const auto json = model_member(*comparison);
    EXPECT_EQ(json["name"], "broadcast_wormhole");
    EXPECT_EQ(json["deviation"], json["unicast_deviation"]);
    EXPECT_NEAR(json["deviation"].get<double>(), json["unicast"].get<double>() / 20 - 1, 1e-8);
    EXPECT_TRUE(json["broadcast"].is_null());
    EXPECT_FALSE(json.contains("blocking")) << "this model has none";
}

TEST(ModelComparison, HasTheBlockingOfEachDimensionBesideTheSimulatedOne) {
    std::vector<std::string> sets = {"router.virtual_channels=1",
                                     "routing={algorithm: ecube, order: low_first}",
                                     "model={name: lr_wormhole}"};
    const ComparableResults simulated{30.0, std::nullopt, 18.0, {0.1234567891, 0.1, 0.1, 0}};
    nlohmann::ordered_json result;
    model_for(config(sets), simulated)->add_to(result);
    EXPECT_EQ(result["blocking"].dump(), "[0.123456789,0.1,0.1,0.0]");
    ASSERT_EQ(result["model"]["blocking"].size(), 4U);
    EXPECT_GT(result["model"]["blocking"][0], result["model"]["blocking"][3]);
    sets.emplace_back("traffic.rate=0.5");
    EXPECT_TRUE(model_member(*model_for(config(sets), simulated))["blocking"].is_null());
    // Cut-through has no delay to compare, but blocking.
    sets.back() = "router.switching=virtual_cut_through";
    sets.emplace_back("router.buffer_flits=16");
    const auto json = model_member(*model_for(config(sets), simulated));
    EXPECT_TRUE(json["unicast"].is_null());
    EXPECT_EQ(json["blocking"].size(), 4U);
}

}  // namespace
}  // namespace flitscope::tb
