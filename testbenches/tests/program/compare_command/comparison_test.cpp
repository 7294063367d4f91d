#include "testbenches/program/compare_command/comparison.h"

#include <gtest/gtest.h>

#include "testbenches/drive/run/result.h"

namespace flitscope::tb {
namespace {

using Json = nlohmann::ordered_json;

Json result(double mean, std::optional<double> ci, int vcs = 4, double confidence = 0.95) {
    Result result;
    result.config = std::make_shared<const Json>(Json{{"router", {{"virtual_channels", vcs}}},
                                                      {"measure", {{"confidence", confidence}}},
                                                      {"seed", 1}});
    LatencySummary& unicast = result[LatencyKind::unicast];
    unicast.count = 100;
    unicast.mean = mean;
    unicast.ci = ci;
    result.accepted = 0.25;
    return result.to_json();
}

ComparedPoints one(const Json& result) { return {{Json::object(), {result}}}; }

Json difference(const Comparison& comparison, const std::string& figure) {
    for (const Json& each : comparison.differences) {
        if (each["figure"] == figure) {
            return each;
        }
    }
    return {};
}

TEST(Comparison, NamesWhatDiffersAndWhetherTheIntervalsSaySo) {
    const Comparison comparison = compare_points(one(result(30, 1, 2)), one(result(32, 1, 4)));
    ASSERT_EQ(comparison.configuration.size(), 1U);
    EXPECT_EQ(comparison.configuration[0]["key"], "router.virtual_channels");
    EXPECT_EQ(comparison.configuration[0]["a"], 2);
    ASSERT_EQ(comparison.differences.size(), 1U);  // what is equal is not listed
    const Json mean = difference(comparison, "latency.unicast.mean");
    EXPECT_EQ(mean["difference"], 2);
    EXPECT_EQ(mean["significant"], true);
    EXPECT_EQ(comparison.tested, 1);

    EXPECT_EQ(difference(compare_points(one(result(30, 1.5)), one(result(32, 1.5))),
                         "latency.unicast.mean")["significant"],
              false);
}

TEST(Comparison, NothingIsTheSameWithoutACommonPoint) {
    const ComparedPoints other = {{{{"traffic.load", 0.1}}, {result(30, 1)}}};
    EXPECT_FALSE(compare_points(one(result(30, 1)), other).same_configuration());
    EXPECT_TRUE(compare_points(other, other).same_configuration());
}

TEST(Comparison, SaysNothingWithoutIntervalsOrOfDifferentConfidence) {
    for (const Json& other : {result(90, std::nullopt), result(90, 1, 4, 0.99)}) {
        const Comparison comparison = compare_points(one(result(30, 1)), one(other));
        EXPECT_TRUE(difference(comparison, "latency.unicast.mean")["significant"].is_null());
        EXPECT_EQ(comparison.tested, 0);
    }
}

TEST(Comparison, ReplicasAreJudgedByTheirSpread) {
    const ComparedPoints a = {{Json::object(), {result(30, 5), result(30.2, 5), result(29.9, 5)}}};
    const ComparedPoints b = {{Json::object(), {result(31, 5), result(31.2, 5), result(30.9, 5)}}};
    const Json mean = difference(compare_points(a, b), "latency.unicast.mean");
    EXPECT_NEAR(mean["difference"].get<double>(), 1, 1e-9);
    EXPECT_EQ(mean["significant"], true);  // the intervals of single runs would not say so
}

TEST(Comparison, MatchesPointsByTheirValuesAndListsOthers) {
    const auto point = [](double load, const Json& result) {
        return ComparedPoint{{{"traffic.load", load}}, {result}};
    };
    const Comparison comparison =
        compare_points({point(0.1, result(30, 1)), point(0.2, result(40, 1))},
                       {point(0.3, result(70, 1)), point(0.2, result(44, 1))});
    EXPECT_EQ(comparison.points, 1);
    ASSERT_EQ(comparison.only_a.size(), 1U);
    EXPECT_EQ(comparison.only_a[0]["traffic.load"], 0.1);
    EXPECT_EQ(comparison.only_b[0]["traffic.load"], 0.3);
    const Json json = comparison.to_json();
    EXPECT_EQ(json["same_configuration"], true);
    EXPECT_EQ(json["differences"][0].dump(),
              R"({"point":{"traffic.load":0.2},"figure":"latency.unicast.mean","a":40.0,"b":44.0,)"
              R"("difference":4.0,"significant":true})");
    EXPECT_NE(comparison.to_text().find("traffic.load = 0.2"), std::string::npos);
}

}  // namespace
}  // namespace flitscope::tb
