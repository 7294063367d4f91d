// `flitscope trace --slowest`: they are the slowest of the run, and the one that blocked each is
// the one that did.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

class TraceSlowest : public Cli {
protected:
    Json slowest(const std::vector<std::string>& more) {
        std::vector<std::string> all = {"trace", "c.yaml", "--json", "--slowest"};
        all.insert(all.end(), more.begin(), more.end());
        const Finished finished = run(all);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return Json::parse(finished.out);
    }
    /// Messages along a line, in the order of a trace.
    void line(const std::string& rows, const std::string& router) {
        folder_.write("c.yaml",
                      "topology: {kind: mesh, size: [4]}\n"
                      "router: " +
                          router +
                          "\n"
                          "traffic: {arrivals: trace, file: t.csv}\n"
                          "measure: {warmup_messages: 0, max_cycles: 500}\n");
        folder_.write("t.csv", "id,cycle,source,destination,length\n" + rows);
    }
    /// The step at which the slowest message waited longest, and for how long.
    Json longest_wait(const Json& message) {
        Json longest = {{"waited", 0}};
        for (const Json& step : message["steps"]) {
            if (!step["waited"].is_null() && step["waited"] > longest["waited"]) {
                longest = step;
            }
        }
        return longest;
    }
};

TEST_F(TraceSlowest, AreThoseWithTheLongestLatency) {
    folder_.write("c.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\n"
                  "router: {virtual_channels: 2}\n"
                  "traffic: {load: 0.4}\n"
                  "measure: {warmup_messages: 0, max_cycles: 400}\n");
    const Json all = slowest({"100000"});
    const auto& list = all["slowest"];
    EXPECT_EQ(list.size(), all["delivered"].get<std::size_t>());
    std::int64_t before = INT64_MAX;
    for (const Json& each : list) {
        const auto latency =
            each["delivered"].get<std::int64_t>() - each["generated"].get<std::int64_t>();
        EXPECT_LE(latency, before);
        before = latency;
        EXPECT_EQ(each["type"], "unicast");
    }
    const Json three = slowest({"3"})["slowest"];
    ASSERT_EQ(three.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(three[i], list[i]) << "the same, with the same blockers";
        Finished finished =
            run({"trace", "c.yaml", "--json", "--message", three[i]["message"].dump()});
        Json steps = three[i]["steps"];
        for (Json& step : steps) {
            step.erase("blocked_by");
        }
        EXPECT_EQ(Json::parse(finished.out)["steps"], steps);
    }
}

TEST_F(TraceSlowest, NamesTheHolderOfTheVc) {
    line("long,0,0,3,40\nshort,10,1,3,2\n", "{virtual_channels: 1, buffer_flits: 4}");
    const Json step = longest_wait(slowest({"2"})["slowest"][1]);
    EXPECT_EQ(step["step"], "vc") << step;
    EXPECT_EQ(step["router"], 1);
    EXPECT_EQ(step["blocked_by"], (Json{{"message", 0}, {"by", "vc"}}));
    EXPECT_THAT(run({"trace", "c.yaml", "--slowest", "2"}).out,
                HasSubstr("router 1, for a VC of output_0: message 0 held the VC\n"));
}

TEST_F(TraceSlowest, NamesTheMessageInFront) {
    line("long,0,0,3,40\nshort,1,0,3,2\n",
         "{virtual_channels: 1, buffer_flits: 4, injection_vcs: 1}");
    const Json step = longest_wait(slowest({"1"})["slowest"][0]);
    EXPECT_EQ(step["step"], "in") << step;
    EXPECT_EQ(step["blocked_by"], (Json{{"message", 0}, {"by", "source_queue"}}));
}

/// Two VCs share the link: what one sends the other waits for.
TEST_F(TraceSlowest, NamesTheWinnerOfTheSwitch) {
    line("a,0,0,3,60\nb,5,1,3,60\n", "{virtual_channels: 2, buffer_flits: 8}");
    const Json list = slowest({"2"})["slowest"];
    bool found = false;
    for (const Json& message : list) {
        for (const Json& step : message["steps"]) {
            if (step["step"] == "tail" && step["router"] == 1 && step.contains("blocked_by")) {
                found = true;
                EXPECT_EQ(step["blocked_by"]["by"], "output") << step;
                EXPECT_NE(step["blocked_by"]["message"], message["message"]);
            }
        }
    }
    EXPECT_TRUE(found) << list.dump(1);
}

TEST_F(TraceSlowest, NamesNodesAtTheirRouters) {
    folder_.write("c.yaml",
                  "topology: {kind: concentrated_mesh, size: [2], concentration: 2}\n"
                  "router: {virtual_channels: 1, buffer_flits: 4}\n"
                  "traffic: {arrivals: trace, file: t.csv}\n"
                  "measure: {warmup_messages: 0, max_cycles: 500}\n");
    folder_.write("t.csv", "id,cycle,source,destination,length\n0,0,1,2,20\n1,0,1,3,4\n");
    const Json last = slowest({"1"})["slowest"][0];
    EXPECT_EQ(last["source"], 1);
    EXPECT_EQ(last["destination"], 3);
    EXPECT_EQ(last["steps"].front()["router"], 0);
    EXPECT_EQ(last["steps"].back()["router"], 1);
    EXPECT_THAT(run({"trace", "c.yaml", "--slowest", "1"}).out,
                HasSubstr("in the source queue of node 1: message 0 was in front"));
}

TEST_F(TraceSlowest, MayBeOfOneType) {
    folder_.write("c.yaml",
                  "topology: {kind: hypercube, dimensions: 3}\n"
                  "traffic: {rate: 0.01, broadcast: {fraction: 0.2, algorithm: sbt}}\n"
                  "measure: {warmup_messages: 0, max_cycles: 1000}\n");
    const Json broadcast = slowest({"2", "--type", "broadcast"});
    const Json unicast = slowest({"2", "--type", "unicast"});
    EXPECT_EQ(broadcast["slowest"][0]["type"], "broadcast");
    EXPECT_EQ(unicast["slowest"][0]["type"], "unicast");
    EXPECT_EQ(slowest({"1"})["delivered"].get<int>(),
              broadcast["delivered"].get<int>() + unicast["delivered"].get<int>());
    EXPECT_EQ(slowest({"1", "--type", "collective"})["slowest"].size(), 0U);
    EXPECT_EQ(run({"trace", "c.yaml", "--slowest", "1", "--type", "multicast"}).out,
              "no such message was delivered\n");
}

TEST_F(TraceSlowest, IsWrittenToTheFolder) {
    folder_.write("c.yaml", kSmall);
    const Json printed = slowest({"2"});
    EXPECT_EQ(slowest({"2", "--out", "o"}), printed);
    EXPECT_EQ(Json::parse(folder_.read("o/slowest.json")), printed);
}

TEST_F(TraceSlowest, RefusesWhatItCannotDo) {
    folder_.write("c.yaml", kSmall);
    expect_usage_error({"trace", "c.yaml"}, "--message N or --slowest N is required");
    expect_usage_error({"trace", "c.yaml", "--slowest", "0"}, "--slowest");
    expect_usage_error({"trace", "c.yaml", "--slowest", "1", "--message", "2"}, "--message");
    expect_usage_error({"trace", "c.yaml", "--slowest", "1", "--type", "flit"}, "--type");
    expect_usage_error({"trace", "c.yaml", "--message", "1", "--type", "unicast"}, "--slowest");
    expect_usage_error({"trace", "c.yaml", "--slowest", "1", "--class", "1"},
                       "--class 1: router.message_classes = 1");
}

}  // namespace
}  // namespace flitscope::tb
