// What users of `flitscope compare` see.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class CompareProgram : public Cli {
protected:
    CompareProgram() { folder_.write("small.yaml", kSmall); }

    /// `small.yaml` with one key changed, run into this folder.
    void run_into(const std::string& folder, const std::string& set) {
        ASSERT_EQ(run({"run", "small.yaml", "--quiet", "--out", folder, "--set", set}).code, 0);
    }
};

TEST_F(CompareProgram, FindsNothingBetweenARunAndItself) {
    run_into("a", "seed=1");
    run_into("b", "seed=1");
    const auto json = run({"compare", "a/result.json", "b/result.json", "--json"});
    EXPECT_EQ(json.code, 0);
    const Json comparison = Json::parse(json.out);
    EXPECT_EQ(comparison["same_configuration"], true);
    EXPECT_THAT(comparison["differences"], IsEmpty());
    const auto text = run({"compare", "a/result.json", "small.yaml"});
    EXPECT_THAT(text.out, StartsWith("same configuration\n1 point on both sides"));
    EXPECT_THAT(text.out, HasSubstr("0 differ in all\n"));
}

TEST_F(CompareProgram, RunsConfigurationsAndSaysWhatTheirDifferenceMakes) {
    folder_.write("deep.yaml", std::string(kSmall) + "router: {pipeline: 4}\n");
    const auto compared = run({"compare", "small.yaml", "deep.yaml", "--json", "--out", "found"});
    EXPECT_EQ(compared.code, 0) << compared.err;
    const Json comparison = Json::parse(compared.out);
    EXPECT_EQ(folder_.read("found/compare.json"), compared.out);
    ASSERT_EQ(comparison["configuration"].size(), 1U);
    EXPECT_EQ(comparison["configuration"][0]["key"], "router.pipeline");
    bool seen = false;
    for (const Json& each : comparison["differences"]) {
        if (each["figure"] == "latency.unicast.mean") {
            // A cycle more in each of the hops + 1 routers, and a little more waiting.
            EXPECT_GT(each["difference"], 3);
            EXPECT_EQ(each["significant"], true);
            seen = true;
        }
    }
    EXPECT_TRUE(seen);
}

TEST_F(CompareProgram, ComparesFoldersPointByPointOverTheirReplicas) {
    const std::string axes = "replicas: 3\naxes:\n  traffic.load: ";
    folder_.write("a.yaml", "base: small.yaml\n" + axes + "[0.05, 0.1]\n");
    folder_.write("b.yaml", "base: small.yaml\n" + axes + "[0.1, 0.2]\n");
    ASSERT_EQ(run({"sweep", "a.yaml", "--out", "a", "--quiet"}).code, 0);
    ASSERT_EQ(run({"sweep", "b.yaml", "--out", "b", "--quiet", "--set", "router.pipeline=4"}).code,
              0);
    const auto compared = run({"compare", "a", "b", "--json"});
    EXPECT_EQ(compared.code, 0) << compared.err;
    const Json comparison = Json::parse(compared.out);
    EXPECT_EQ(comparison["points"]["both"], 1);
    EXPECT_EQ(comparison["points"]["only_a"].dump(), R"([{"traffic.load":0.05}])");
    EXPECT_EQ(comparison["points"]["only_b"].dump(), R"([{"traffic.load":0.2}])");
    for (const Json& each : comparison["differences"]) {
        EXPECT_EQ(each["point"].dump(), R"({"traffic.load":0.1})");
        EXPECT_FALSE(each["significant"].is_null()) << each;  // replicas tell of every figure
        EXPECT_TRUE(each["figure"] != "latency.unicast.mean" || each["significant"] == true);
    }
    folder_.write("empty/none", "");
    expect_usage_error({"compare", "a", "empty"}, "empty");
}

TEST_F(CompareProgram, RefusesWhatCannotBeCompared) {
    run_into("a", "seed=1");
    expect_usage_error({"compare", "a/result.json", "none.json"}, "none.json: cannot be read");
    expect_usage_error({"compare", "a/result.json", "a/result.json", "--set", "seed=2"},
                       "--set: needs a configuration");
    Json cut = Json::parse(folder_.read("a/result.json"));
    cut.erase("latency");
    folder_.write("cut.json", cut.dump());
    expect_usage_error({"compare", "a/result.json", "cut.json"},
                       "cut.json: not a whole result.json");
    cut = Json::parse(folder_.read("a/result.json"));
    cut["latency"]["unicast"]["mean"] = "short";
    folder_.write("cut.json", cut.dump());
    expect_usage_error({"compare", "a/result.json", "cut.json"},
                       "cut.json: not a whole result.json: ");
    const std::string whole = folder_.read("a/result.json");
    folder_.write("cut.json", whole.substr(0, whole.size() - 20));
    expect_usage_error({"compare", "a/result.json", "cut.json"},
                       "cut.json: not a whole result.json: it breaks off, or is no JSON");
    folder_.write("twice.json", "{\n  \"seed\": 1,\n  \"seed\": 2," + whole.substr(1));
    expect_usage_error({"compare", "a/result.json", "twice.json"},
                       "twice.json:3: seed: given twice");
    folder_.write("wrong.yaml", "router: {pipelin: 3}\n");
    expect_usage_error({"compare", "a/result.json", "wrong.yaml"},
                       "wrong.yaml:1:10: router.pipelin");
}

}  // namespace
}  // namespace flitscope::tb
