#include "testbenches/drive/run/result.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace flitscope::tb {
namespace {

std::vector<std::string> keys(const nlohmann::ordered_json& json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) {
        keys.push_back(key);
    }
    return keys;
}

using Keys = std::vector<std::string>;

TEST(Result, HasTheKeysOfTheInterfaceInTheirOrder) {
    Result result;
    ChannelResult channel;
    channel.from = 0;
    channel.to = 1;
    channel.vc_busy = {0.5, 0.5};
    result.channels.push_back({"dimension 0", channel, {channel}});
    result.ports.push_back({"ejection", 0.5, {{7, 4, 0.5}}});
    result.nodes.emplace_back();
    result.series.push_back({});
    const auto json = result.to_json();
    EXPECT_EQ(keys(json), (Keys{"flitscope", "config", "level", "complete", "saturated", "state",
                                "cycles", "messages", "flits", "throughput", "latency", "hops",
                                "channels", "nodes", "collective", "series", "performance"}));
    EXPECT_EQ(keys(json["cycles"]), (Keys{"simulated", "warmup", "measured"}));
    EXPECT_EQ(keys(json["messages"]),
              (Keys{"generated", "injected", "delivered", "measured", "lost", "retransmitted"}));
    EXPECT_EQ(keys(json["flits"]), (Keys{"injected", "ejected", "consumed", "hops"}));
    EXPECT_EQ(keys(json["throughput"]), (Keys{"offered", "accepted"}));
    EXPECT_EQ(keys(json["latency"]), (Keys{"unicast", "broadcast", "multicast", "collective",
                                           "network", "source_queue", "channel"}));
    for (const auto& [kind, latency] : json["latency"].items()) {
        EXPECT_EQ(keys(latency), (Keys{"count", "mean", "ci", "min", "p50", "p95", "p99", "max"}))
            << kind;
    }
    EXPECT_EQ(keys(json["channels"][0]),
              (Keys{"class", "utilisation", "blocking_probability", "vc_busy", "per_channel"}));
    EXPECT_EQ(keys(json["channels"][0]["per_channel"][0]),
              (Keys{"from", "to", "from_coordinates", "to_coordinates", "utilisation",
                    "blocking_probability", "vc_busy"}));
    EXPECT_EQ(keys(json["channels"][1]), (Keys{"class", "utilisation", "per_channel"}));
    EXPECT_EQ(keys(json["channels"][1]["per_channel"][0]), (Keys{"node", "port", "utilisation"}));
    EXPECT_EQ(keys(json["nodes"][0]), (Keys{"node", "offered", "accepted", "latency"}));
    EXPECT_EQ(keys(json["collective"]), (Keys{"steps", "copies", "channels_used", "step_times"}));
    EXPECT_EQ(keys(json["performance"]), (Keys{"elaboration_s", "simulation_s", "cpu_s",
                                               "cycles_per_s", "flit_hops_per_s", "peak_rss_mb"}));
}

TEST(Result, HasDistributionsAndChannelsOverTimeWhereTheyWereTaken) {
    Result result;
    result[LatencyKind::unicast].bins = {{23, 7}, {25, 1}};
    SeriesPoint point;
    point.channels = {{0.25, 0.5}, {0, std::nullopt}};
    result.series = {point, {}};
    const auto json = result.to_json();
    EXPECT_EQ(json["latency"]["unicast"]["distribution"].dump(),
              R"({"upto":[23,25],"count":[7,1]})");
    EXPECT_FALSE(json["latency"]["network"].contains("distribution"));
    EXPECT_EQ(json["series"][0]["channels"].dump(),
              R"({"utilisation":[0.25,0.0],"blocking_probability":[0.5,null]})");
    EXPECT_FALSE(json["series"][1].contains("channels"));
}

TEST(Result, WritesNullForWhatWasNotMeasured) {
    const auto json = Result().to_json();
    EXPECT_EQ(json["latency"]["unicast"]["count"], 0);
    EXPECT_TRUE(json["latency"]["unicast"]["mean"].is_null());
    EXPECT_TRUE(json["latency"]["unicast"]["p99"].is_null());
    EXPECT_TRUE(json["throughput"]["offered"].is_null());
    EXPECT_TRUE(json["hops"]["mean"].is_null());
    EXPECT_FALSE(Result().summary().empty());
}

TEST(Result, RoundsToNineSignificantDigits) {
    Result result;
    result.offered = 1.0 / 3;
    result.accepted = 123456789.75;
    result.mean_hops = 0.1;
    result[LatencyKind::unicast].count = 1;
    result[LatencyKind::unicast].mean = 2.5e-17 / 3;
    result[LatencyKind::unicast].ci = 4;
    result[LatencyKind::unicast].max = 12345678901234;
    const std::string text = result.to_json().dump();
    EXPECT_NE(text.find("\"offered\":0.333333333,\"accepted\":123456790.0"), std::string::npos);
    EXPECT_NE(text.find("\"mean\":0.1}"), std::string::npos);
    EXPECT_NE(text.find("\"mean\":8.33333333e-18,\"ci\":4.0"), std::string::npos);
    EXPECT_NE(text.find("\"max\":12345678901234"), std::string::npos);
}

TEST(Result, SaysWhyThereIsNoInterval) {
    Result result;
    for (LatencySummary* latency :
         {&result[LatencyKind::unicast], &result[LatencyKind::source_queue]}) {
        latency->count = 1;
        latency->mean = 20;
        latency->min = latency->p50 = latency->p95 = latency->p99 = latency->max = 20;
    }
    result[LatencyKind::unicast].ci = 0.25;
    result[LatencyKind::source_queue].ci_reason = "too few messages waited";
    const auto json = result.to_json();
    EXPECT_FALSE(json["latency"]["unicast"].contains("ci_reason"));
    EXPECT_TRUE(json["latency"]["source_queue"]["ci"].is_null());
    EXPECT_EQ(json["latency"]["source_queue"]["ci_reason"], "too few messages waited");
    const std::string summary = result.summary();
    EXPECT_NE(summary.find("20.00 +- 0.25"), std::string::npos);
    EXPECT_NE(summary.find("max 20  (no interval: too few messages waited)\n"), std::string::npos);
    EXPECT_EQ(summary.find("+- -"), std::string::npos);
}

TEST(Result, SummaryNamesOutcomeAndFigures) {
    Result result;
    result.level = "fast";
    result.state = RunState::saturated;
    result.accepted = 0.397;
    EXPECT_NE(result.summary().find("saturated"), std::string::npos);
    EXPECT_NE(result.summary().find("0.3970 accepted"), std::string::npos);
    result.state = RunState::stable;
    EXPECT_NE(result.summary().find("fast level, complete after"), std::string::npos);
    result.cut_off = true;
    EXPECT_NE(result.summary().find("fast level, ended by max_cycles after"), std::string::npos);
}

}  // namespace
}  // namespace flitscope::tb
