#include "testbenches/program/report_command/report_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/program/report_command/report_page.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

/// A point of a 2x1 mesh as its file holds it, with single channels where asked for.
StoredPoint point(const std::string& curve, double load, bool channels) {
    Json result = {
        {"flitscope", "1.0"},
        {"config",
         {{"topology", {{"kind", "mesh"}, {"size", {2, 1}}}},
          {"traffic", {{"load", load}}},
          {"seed", 3}}},
        {"level", "fast"},
        {"complete", true},
        {"saturated", false},
        {"throughput", {{"offered", load}, {"accepted", load}}},
        {"latency", {{"unicast", {{"mean", 20 + load}, {"ci", nullptr}}}}},
        {"channels",
         {{{"class", "dimension 0"}, {"utilisation", 0.25}, {"blocking_probability", nullptr}},
          {{"class", "ejection"}, {"utilisation", 0.123456}}}},
        {"point", {{"traffic.load", load}, {"seed", 3}}},
        {"series_name", curve}};
    if (channels) {
        for (const int from : {0, 1}) {
            result["channels"][0]["per_channel"].push_back({{"from", from},
                                                            {"to", 1 - from},
                                                            {"from_coordinates", {from, 0}},
                                                            {"to_coordinates", {1 - from, 0}},
                                                            {"utilisation", 0.25},
                                                            {"blocking_probability", nullptr}});
        }
        result["channels"][1]["per_channel"].push_back(
            {{"node", 1}, {"port", 4}, {"utilisation", 0.5}});
    }
    return {"x", result};
}

TEST(ReportData, HasAxesOfSectionsAsText) {
    StoredPoint section = point("a", 0.1, false);
    section.json["point"]["topology"] = {{"kind", "mesh"}, {"size", {2, 1}}};
    const Json data = report_data("sweep", {section});
    EXPECT_EQ(data["axes"].dump(), R"(["traffic.load","topology"])");
    EXPECT_EQ(data["points"][0]["axes"][1], R"({"kind":"mesh","size":[2,1]})");
}

TEST(ReportData, OfModelsHasAllTheirFiguresAndWhatIsAcross) {
    StoredPoint model = point("a", 0.1, false);
    for (const char* const key : {"latency", "throughput", "channels", "level", "complete"}) {
        model.json.erase(key);
    }
    model.json["model"] = {{"name", "reliability"}, {"reliability", 0.5}, {"ci", {0.4, 0.6}}};
    const Json data = report_data("sweep", {model}, {"traffic.load"});
    EXPECT_EQ(data["x"].dump(), R"(["traffic.load"])");
    EXPECT_EQ(data["figures"].dump(), R"(["model.reliability","model.ci.0","model.ci.1"])");
    EXPECT_EQ(data["points"][0]["figures"].dump(), "[0.5,0.4,0.6]");
    EXPECT_EQ(data["points"][0]["complete"], true);
    // Beside a simulation only what is compared.
    StoredPoint both = point("a", 0.1, false);
    both.json["blocking"] = {0.25};
    both.json["model"] = {{"unicast", 20}, {"deviation", 0.1}, {"blocking", {0.125}}};
    EXPECT_EQ(report_data("sweep", {both}, {"hops.mean"})["figures"].dump(),
              R"(["throughput.offered","throughput.accepted","latency.unicast.mean",)"
              R"("model.unicast","blocking.0","model.blocking.0"])");
}

TEST(ReportData, KeepsOfEveryPointWhatDiffers) {
    StoredPoint other = point("b", 0.2, false);
    other.json["config"].erase("seed");
    const Json data = report_data("sweep", {point("a", 0.1, false), other});
    EXPECT_EQ(data["axes"].dump(), R"(["traffic.load"])");
    EXPECT_EQ(data["series"].dump(), R"(["a","b"])");
    // A figure that no point has is no column.
    EXPECT_EQ(data["figures"].dump(),
              R"(["throughput.offered","throughput.accepted","latency.unicast.mean"])");
    EXPECT_EQ(data["points"][0]["figures"].dump(), "[0.1,0.1,20.1]");
    EXPECT_EQ(data["points"][0]["config"].dump(), "{}");
    EXPECT_EQ(data["base"]["topology.size"].dump(), "[2,1]");
    EXPECT_EQ(data["points"][1]["config"].dump(), R"({"traffic.load":0.2})");
    EXPECT_EQ(data["points"][1]["without"].dump(), R"(["seed"])");
    EXPECT_FALSE(data["points"][0].contains("network"));
}

TEST(ReportData, SaysWhoseNetworkDeadlocked) {
    StoredPoint stuck = point("a", 0.2, false);
    stuck.json["deadlock"] = {{"edge", 100}, {"cycle", Json::array()}};
    for (const int router : {0, 1, 1, 3}) {
        stuck.json["deadlock"]["cycle"].push_back({{"router", router}, {"vc", 0}});
    }
    const Json data = report_data("sweep", {point("a", 0.1, false), stuck});
    EXPECT_EQ(data["points"][0]["deadlocked"], false);
    EXPECT_FALSE(data["points"][0].contains("deadlock"));
    EXPECT_EQ(data["points"][1]["deadlocked"], true);
    // Two virtual channels of router 1 follow each other.
    EXPECT_EQ(data["points"][1]["deadlock"].dump(), R"({"edge":100,"routers":[0,1,3]})");
}

TEST(ReportData, FindsTheNetworkOfADeadlockBeforeAnythingWasMeasured) {
    StoredPoint stuck = point("a", 0.2, false);
    stuck.json["deadlock"] = {{"edge", 100}, {"cycle", Json::array()}};
    const Json data = report_data("sweep", {stuck, point("a", 0.1, true), point("a", 0.3, false)});
    EXPECT_EQ(data["points"][0]["network"], 0);
    EXPECT_FALSE(data["points"][0].contains("channels"));
    EXPECT_FALSE(data["points"][2].contains("network"));
}

TEST(ReportData, HasSeedsThatNoNumberOfAPageHoldsAsDigits) {
    StoredPoint large = point("a", 0.2, false);
    large.json["config"]["seed"] = UINT64_MAX;
    large.json["point"]["seed"] = UINT64_MAX;
    const Json data = report_data("sweep", {point("a", 0.1, false), large});
    EXPECT_EQ(data["points"][0]["seed"], 3);
    EXPECT_EQ(data["points"][1]["seed"], "18446744073709551615");
    EXPECT_EQ(data["points"][1]["config"]["seed"], "18446744073709551615");
}

TEST(ReportData, HasEachNetworkOnceWithNamesAndPlaces) {
    const Json data = report_data("sweep", {point("a", 0.1, true), point("a", 0.2, true)});
    ASSERT_EQ(data["networks"].size(), 1U);
    const Json& network = data["networks"][0];
    EXPECT_EQ(network["names"].dump(), R"x(["0 (0,0)","1 (1,0)"])x");
    EXPECT_EQ(network["channels"].dump(), "[[0,1,0],[1,0,0]]");
    EXPECT_EQ(network["places"].size(), 2U);
    EXPECT_EQ(data["points"][1]["network"], 0);
    EXPECT_EQ(data["points"][1]["channels"]["utilisation"].dump(), "[0.25,0.25]");
    EXPECT_EQ(data["points"][1]["ports"]["ejection"].dump(), "[[1,4,0.5]]");
}

TEST(ReportData, CountsTheNodesAtRoutersWhereThatIsNotOne) {
    StoredPoint four = point("a", 0.1, true);
    four.json["config"]["topology"] = {
        {"kind", "concentrated_mesh"}, {"size", {2, 1}}, {"concentration", 4}};
    const Json data = report_data("sweep", {four});
    EXPECT_EQ(data["networks"][0]["nodes"].dump(), "[4,4]");
    EXPECT_EQ(data["networks"][0]["places"].size(), 2U);
    EXPECT_FALSE(report_data("sweep", {point("a", 0.1, true)})["networks"][0].contains("nodes"));
}

TEST(ReportData, ListsChannelsOfANetworkThatCannotBeDrawn) {
    StoredPoint elsewhere = point("a", 0.1, true);
    elsewhere.json["config"]["topology"] = {{"kind", "custom"}, {"file", "gone.csv"}};
    const Json data = report_data("sweep", {elsewhere});
    EXPECT_TRUE(data["networks"][0]["places"].empty());
    EXPECT_EQ(data["networks"][0]["channels"].size(), 2U);
}

TEST(ReportPage, HoldsEverythingAndNamesCannotEndTheScript) {
    const std::string page = report_page(report_data("</script><b>", {point("<!--", 0.1, true)}));
    EXPECT_THAT(page, HasSubstr("\\u003c/script>"));
    EXPECT_THAT(page, Not(HasSubstr("</script><b>")));
    EXPECT_THAT(page, Not(HasSubstr("<!--\"")));
    EXPECT_THAT(page, HasSubstr("leeoniya/uPlot"));
    EXPECT_THAT(page, HasSubstr("The MIT License"));
    EXPECT_THAT(page, HasSubstr("class Explanation"));
    EXPECT_THAT(page, Not(HasSubstr("@SCRIPT@")));
    EXPECT_EQ(page.substr(page.size() - 8), "</html>\n");
}

}  // namespace
}  // namespace flitscope::tb
