// `flitscope trace`: the way of a message is that of the event log, its waits add up to its
// latency, every level says the same, and the view holds the signals that it used.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/wave_files/event_log_reader.h"
#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::ordered_json;

class TraceCommand : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("c.yaml",
                      "topology: {kind: mesh, size: [8, 8]}\n"
                      "traffic: {load: 0.37}\n"
                      "measure: {warmup_messages: 200, max_cycles: 3000}\n");
    }
    Finished trace(const std::string& message, const std::vector<std::string>& more = {}) {
        std::vector<std::string> all = {"trace", "c.yaml", "--message", message};
        all.insert(all.end(), more.begin(), more.end());
        return run_flitscope(folder_.path(), all);
    }
    Json json(const std::string& message, std::vector<std::string> more = {}) {
        more.emplace_back("--json");
        const Finished finished = trace(message, more);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return Json::parse(finished.out);
    }

    TemporaryFolder folder_;
};

TEST_F(TraceCommand, RefusesQueuedOutputs) {
    const Finished finished =
        trace("0", {"--set", "router={organisation: output_queued, switching: store_and_forward}"});
    EXPECT_EQ(finished.code, 2);
    EXPECT_THAT(finished.err, HasSubstr("router.organisation"));
    EXPECT_THAT(finished.err, HasSubstr("run --events"));
}

/// Which number a reply has, and when it joins, follows from the network.
TEST_F(TraceCommand, FollowsAReplyOfAClosedLoop) {
    folder_.write("c.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\n"
                  "router: {message_classes: 2}\n"
                  "traffic: {pattern: request_reply, load: 0.3, outstanding: 2}\n"
                  "measure: {warmup_messages: 0, max_cycles: 1500}\n");
    ASSERT_EQ(
        run_flitscope(folder_.path(), {"run", "c.yaml", "--quiet", "--write-trace", "t.csv"}).code,
        0);
    std::istringstream rows(folder_.read("t.csv"));
    int replies = 0;
    for (std::string row; replies < 3 && std::getline(rows, row);) {
        const std::string id = row.substr(0, row.find(','));
        const std::size_t cycle = row.find(',') + 1;
        if (row[cycle] != ',') {
            continue;  // a request: it has a cycle of its own
        }
        const Json found = json(id);
        const std::string ends = found["source"].dump() + "," + found["destination"].dump() + ",";
        EXPECT_EQ(row.substr(cycle + 1, ends.size()), ends) << row;
        EXPECT_EQ(found["status"], "delivered");
        EXPECT_GT(found["delivered"], found["generated"]);
        ++replies;
    }
    EXPECT_EQ(replies, 3);
}

TEST_F(TraceCommand, TheWaitsAndTheZeroLoadTimeAreTheLatency) {
    std::int64_t waited = 0;
    for (const char* const depth : {"1", "2", "3", "4"}) {
        for (const char* const message : {"0", "1500", "2500", "4000", "4001", "6000"}) {
            SCOPED_TRACE(std::string("depth ") + depth + " message " + message);
            const Json found = json(message, {"--set", std::string("router.pipeline=") + depth});
            ASSERT_EQ(found["status"], "delivered");
            std::int64_t hops = -1;
            for (const Json& step : found["steps"]) {
                hops += step["step"] == "in" ? 1 : 0;
                if (!step["waited"].is_null()) {
                    ASSERT_GE(step["waited"], 0) << found.dump(1);
                }
            }
            std::int64_t latency =
                (hops + 1) * std::stoi(depth) + hops + found["length"].get<std::int64_t>() - 1;
            for (const auto& [kind, cycles] : found["waited"].items()) {
                latency += cycles.get<std::int64_t>();
                waited += cycles.get<std::int64_t>();
            }
            EXPECT_EQ(found["delivered"].get<std::int64_t>(),
                      found["generated"].get<std::int64_t>() + latency);
        }
    }
    EXPECT_GT(waited, 100);
}

TEST_F(TraceCommand, TheStepsAreThoseOfTheEventLog) {
    const Json found = json("5000");
    ASSERT_EQ(run_flitscope(folder_.path(), {"run", "c.yaml", "--quiet", "--events", "log",
                                             "--events-message", "5000"})
                  .code,
              0);
    std::set<std::string> logged;
    for (const LoggedEvent& event : read_event_log((folder_.path() / "log").string())) {
        const bool last = event.flit + 1 == found["length"].get<std::uint64_t>();
        if (event.flit == 0 || (last && event.event == "out")) {
            logged.insert(std::to_string(event.cycle) + " " + std::to_string(event.router) + " " +
                          event.scope.substr(0, event.scope.rfind('.')) + " " +
                          std::to_string(event.vc));
        }
    }
    std::set<std::string> steps;
    for (const Json& step : found["steps"]) {
        const std::string name = step["step"];
        if (name == "in" || name == "switch" || name == "tail") {
            const std::string router = step["router"].dump();
            steps.insert(step["cycle"].dump() + " " + router + " router_" + router + "." +
                         step["port"].get<std::string>() + " " + step["vc"].dump());
        }
    }
    EXPECT_EQ(steps, logged);
    EXPECT_GE(steps.size(), 6U);
}

TEST_F(TraceCommand, EveryLevelSaysTheSame) {
    const Json fast = json("3000");
    for (const char* const level : {"signal", "verilog", "{default: fast, signal: [9, 27]}",
                                    "{default: signal, verilog: [9, 27], fast: [0, 1]}"}) {
        EXPECT_EQ(json("3000", {"--set", std::string("level=") + level}), fast) << level;
    }
}

TEST_F(TraceCommand, TheTableShowsEveryStepAndWhereTimeWasLost) {
    const Finished finished = trace("3000");
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(finished.out, StartsWith("message 3000: node "));
    EXPECT_THAT(finished.out, HasSubstr("5 flits, delivered after "));
    for (const char* const step : {" generated ", " in ", " route ", " vc ", " switch ", " tail ",
                                   " delivered ", "\nwaited: "}) {
        EXPECT_THAT(finished.out, HasSubstr(step));
    }
}

class TraceDump : public TraceCommand, public testing::WithParamInterface<const char*> {};

TEST_P(TraceDump, HoldsTheRoutersAndItsViewTheSignalsOfTheMessage) {
    const Json found = json("3000", {"--out", "o", "--set", std::string("level=") + GetParam()});
    EXPECT_EQ(Json::parse(folder_.read("o/message_3000.json")), found);
    const VcdFile dump((folder_.path() / "o/message_3000.vcd").string());
    const GtkwaveSaveFile view((folder_.path() / "o/message_3000.gtkw").string());
    EXPECT_EQ(view.dump(), "message_3000.vcd");

    std::set<std::string> routers;
    std::set<std::string> wanted;  // scopes that the view shows
    std::vector<std::string> order;
    for (const Json& step : found["steps"]) {
        if (step["port"].is_null()) {
            continue;
        }
        const std::string router = "router_" + step["router"].dump();
        const std::string scope = router + "." + step["port"].get<std::string>();
        routers.insert(router);
        if (order.empty() || order.back() != router) {
            order.push_back(router);
        }
        wanted.insert({scope, router + ".switch_allocator"});
        if (!step["vc"].is_null()) {
            wanted.insert(scope + ".vc_" + step["vc"].dump());
        }
        // What the table says is on a wire is there.
        const std::string name = step["step"];
        if (name == "in" || name == "switch") {
            const std::string wire = scope + (name == "in" ? ".flit_i" : ".flit_o");
            EXPECT_EQ(dump.value(wire + "_message", step["cycle"].get<std::int64_t>() * 1000),
                      3000U)
                << wire << step.dump();
        }
    }
    for (const auto& [name, signal] : dump.signals()) {
        EXPECT_TRUE(name == "cycle" || routers.count(name.substr(0, name.find('.'))) == 1) << name;
    }
    std::set<std::string> shown;
    std::vector<std::string> shown_order;
    for (const auto& signal : view.signals()) {
        EXPECT_EQ(dump.signals().count(signal.name), 1U) << signal.name;
        if (signal.name == "cycle") {
            continue;
        }
        shown.insert(signal.name.substr(0, signal.name.rfind('.')));
        const std::string router = signal.name.substr(0, signal.name.find('.'));
        if (shown_order.empty() || shown_order.back() != router) {
            shown_order.push_back(router);
        }
    }
    EXPECT_EQ(shown, wanted);
    EXPECT_EQ(shown_order, order);
    const std::int64_t first = found["injected"].get<std::int64_t>() - 1;
    EXPECT_EQ(view.time_start(), first * 1000);
    EXPECT_EQ(dump.first_time(), first * 1000);
    EXPECT_LE(dump.last_time(), (found["delivered"].get<std::int64_t>() + 1) * 1000);
}

INSTANTIATE_TEST_SUITE_P(Level, TraceDump,
                         testing::Values("fast", "signal", "verilog",
                                         "{default: fast, verilog: [9, 27, 28, 29]}"),
                         [](const auto& each) {
                             const std::string level = each.param;
                             return level[0] == '{' ? "mixed" : level;
                         });

/// Messages are taken out of networks of one level only, so the others are at level signal, too.
TEST_F(TraceCommand, DumpsANetworkThatMessagesAreTakenOutOf) {
    for (const char* const each :
         {"deadlock=recover_regressive", "faults=[{link: [0, 1], at: 100, mode: abrupt}]",
          "faults=[{link: [0, 1], at: 100, mode: graceful}]"}) {
        SCOPED_TRACE(each);
        const std::vector<std::string> more = {
            "--set", "routing={algorithm: up_down}", "--set", "traffic.load=0.1", "--set", each};
        const Json fast = json("300", more);
        std::vector<std::string> dumped = more;
        dumped.insert(dumped.end(), {"--out", "o"});
        EXPECT_EQ(json("300", dumped)["steps"], fast["steps"]);
        const Json& in = fast["steps"][1];
        const VcdFile dump((folder_.path() / "o/message_300.vcd").string());
        EXPECT_EQ(dump.value("router_" + in["router"].dump() + "." + in["port"].get<std::string>() +
                                 ".flit_i_message",
                             in["cycle"].get<std::int64_t>() * 1000),
                  300U);
    }
}

TEST_F(TraceCommand, EndsWithACommandThatAShellTakes) {
    EXPECT_THAT(trace("300", {"--out", "o"}).out, HasSubstr("\ngtkwave o/message_300.gtkw\n"));
    EXPECT_THAT(trace("300", {"--out", "a b"}).out,
                HasSubstr("\ngtkwave 'a b/message_300.gtkw'\n"));
}

TEST_F(TraceCommand, IsNotInTheWayOfAConfigurationWithWaves) {
    EXPECT_EQ(json("7", {"--set", "waves={file: w.vcd}"})["status"], "delivered");
    EXPECT_FALSE(folder_.has("w.vcd"));
    EXPECT_FALSE(folder_.has("result.json"));
}

TEST_F(TraceCommand, UnknownMessagesAreRefused) {
    const auto refuse = [&](const std::string& message, const std::string& text) {
        const Finished finished = trace(message);
        EXPECT_EQ(finished.code, 2);
        EXPECT_THAT(finished.err, HasSubstr(text));
        EXPECT_EQ(finished.out, "");
    };
    refuse("123456", "--message 123456: no such message: the run ends at edge 3000, with ");
    refuse("-1", "accepted: a message number");
    refuse("1.5", "accepted: a message number");
    refuse("4294967296", "accepted: a message number");
}

TEST_F(TraceCommand, AMessageThatTheRunDoesNotDeliverIsFollowedAsFarAsItGot) {
    const auto of = [&](const std::string& text, const std::string& message,
                        const std::string& status) {
        folder_.write("c.yaml", text);
        const Json found = json(message);
        EXPECT_EQ(found["status"], status) << found.dump(1);
        EXPECT_TRUE(found["delivered"].is_null());
        EXPECT_FALSE(found["run_ended"].is_null());
        return found;
    };
    // Two nodes, one link: the last messages of a run are on their way or in their queue.
    const std::string line =
        "topology: {kind: mesh, size: [2]}\n"
        "traffic: {rate: 1, length: 40, pattern: neighbor}\n"
        "measure: {warmup_messages: 0, max_cycles: 100}\n";
    EXPECT_GT(of(line, "4", "under way")["steps"].size(), 1U);
    EXPECT_THAT(trace("4").out, HasSubstr("not delivered: in the network when the run ended"));
    EXPECT_EQ(of(line, "30", "queued")["steps"].size(), 1U);
    EXPECT_THAT(trace("30").out, HasSubstr("in its source queue when the run ended"));
    // A circle of waiting messages.
    folder_.write("c.yaml",
                  "topology: {kind: mesh, size: [2]}\n"
                  "traffic: {rate: 1, length: 40, pattern: neighbor, source_queue: 1, when_full: "
                  "lose}\nmeasure: {warmup_messages: 0, max_cycles: 100}\n");
    EXPECT_EQ(json("60")["status"], "lost");
    const Finished lost = trace("60", {"--out", "o"});
    EXPECT_EQ(lost.code, 0);
    EXPECT_THAT(lost.out, HasSubstr("lost: its source queue was full at edge "));
    EXPECT_TRUE(folder_.has("o/message_60.json"));
    EXPECT_FALSE(folder_.has("o/message_60.vcd"));
}

TEST_F(TraceCommand, AMessageThatAFaultCostsSaysSo) {
    folder_.write("c.yaml",
                  "topology: {kind: mesh, size: [3]}\n"
                  "routing: {algorithm: up_down}\n"
                  "faults: [{link: [1, 2], at: 7, mode: abrupt}]\n"
                  "traffic: {arrivals: trace, file: t.csv}\n"
                  "measure: {warmup_messages: 0, max_cycles: 100}\n");
    folder_.write("t.csv",
                  "id,cycle,source,destination,length\na,0,0,2,20\nb,0,2,2,1\nc,20,0,2,1\n");
    const Finished hit = trace("0");
    EXPECT_EQ(hit.code, 0) << hit.err;
    EXPECT_THAT(hit.out, HasSubstr("20 flits, lost: a fault hit it at edge 7\n"));
    EXPECT_THAT(hit.out, HasSubstr("flits sent when it is lost at edge 7\n"));
    EXPECT_THAT(hit.out, HasSubstr("joins the source queue of the node"));
    EXPECT_THAT(trace("2").out, HasSubstr("lost: no way led to its destination at edge 20\n"));
    EXPECT_EQ(json("0")["lost"], "a fault hit it");
    EXPECT_TRUE(json("1")["lost"].is_null());
    EXPECT_EQ(json("0", {"--out", "o"})["status"], "lost");
    EXPECT_LE(VcdFile((folder_.path() / "o/message_0.vcd").string()).last_time(), 8000);
}

TEST_F(TraceCommand, AMessageThatIsSentAgainHasAWayForEveryAttempt) {
    folder_.write("c.yaml",
                  "topology: {kind: ring, nodes: 8}\n"
                  "router: {virtual_channels: 1, buffer_flits: 2}\n"
                  "traffic: {load: 0.5, length: 12}\n"
                  "deadlock: recover_regressive\n"
                  "measure: {max_cycles: 4000, warmup_messages: 10}\n");
    int again = 0;
    for (int message = 0; message < 90; ++message) {
        const Json found = json(std::to_string(message), {"--quiet"});
        std::vector<std::size_t> starts;
        for (std::size_t i = 0; i < found["steps"].size(); ++i) {
            const Json& step = found["steps"][i];
            if (step["step"] == "in" && step["port"] == "input_2") {
                starts.push_back(i);
            }
        }
        if (starts.size() < 2) {
            continue;
        }
        ++again;
        const std::int64_t second = found["steps"][starts[1]]["cycle"];
        for (std::size_t i = 0; i < starts[1]; ++i) {
            EXPECT_LT(found["steps"][i]["cycle"], second) << "of the first attempt";
        }
        EXPECT_EQ(found["injected"], second + 1);
        EXPECT_EQ(found["waited"]["source_queue"],
                  second + 1 - found["generated"].get<std::int64_t>());
        EXPECT_THAT(trace(std::to_string(message)).out,
                    HasSubstr("when it is taken out to be sent again"));
    }
    EXPECT_GT(again, 0);
}

TEST_F(TraceCommand, ADeadlockedMessageIsShownWhereItWaits) {
    folder_.write("c.yaml",
                  "topology: {kind: hypercube, dimensions: 3}\n"
                  "router: {virtual_channels: 1, buffer_flits: 1}\n"
                  "routing: {algorithm: random_minimal}\n"
                  "traffic: {load: 0.9, length: 20}\n");
    ASSERT_EQ(run_flitscope(folder_.path(), {"run", "c.yaml", "--quiet"}).code, 5);
    const Json deadlock = Json::parse(folder_.read("result.json"))["deadlock"];
    const Json stuck = deadlock["cycle"][0];
    const Json found = json(stuck["message"].dump(), {"--quiet", "--out", "o"});
    EXPECT_EQ(found["status"], "under way");
    EXPECT_EQ(found["run_ended"], deadlock["edge"]);
    EXPECT_TRUE(folder_.has("o/message_" + stuck["message"].dump() + ".vcd"));
}

}  // namespace
}  // namespace flitscope::tb
