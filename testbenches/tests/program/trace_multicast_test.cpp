// `flitscope trace` of messages with headers: the way of the worm, and of each copy that it leaves,
// is that of the event log.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/wave_files/event_log_reader.h"
#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

constexpr int kEjection = 4;  // output of a mesh of two dimensions

class TraceMulticast : public testing::Test {
protected:
    /// One coded-path broadcast from node 5, in four steps.
    void broadcast() {
        folder_.write("c.yaml",
                      "topology: {kind: mesh, size: [4, 4]}\n"
                      "router: {virtual_channels: 4, buffer_flits: 4}\n"
                      "traffic: {arrivals: once, length: 4, startup_cycles: 0,\n"
                      "          broadcast: {fraction: 1, algorithm: pcp, root: 5}}\n"
                      "measure: {warmup_messages: 0}\n");
    }
    void multicasts(const std::string& algorithm) {
        folder_.write("c.yaml",
                      "topology: {kind: mesh, size: [8, 8]}\n"
                      "router: {virtual_channels: 4, buffer_flits: 4}\n"
                      "traffic: {load: 0.1, length: 8,\n"
                      "          multicast: {fraction: 0.2, destinations: 10, algorithm: " +
                          algorithm +
                          "}}\n"
                          "header: {addresses_per_flit: 2}\n"
                          "measure: {warmup_messages: 100, max_cycles: 1500}\n");
    }
    Finished trace(std::uint64_t message, const std::vector<std::string>& more = {}) {
        std::vector<std::string> all = {"trace", "c.yaml", "--message", std::to_string(message)};
        all.insert(all.end(), more.begin(), more.end());
        return run_flitscope(folder_.path(), all);
    }
    Json json(std::uint64_t message, std::vector<std::string> more = {}) {
        more.emplace_back("--json");
        const Finished finished = trace(message, more);
        EXPECT_EQ(finished.code, 0) << finished.err;
        return finished.code == 0 ? Json::parse(finished.out) : Json::object();
    }
    /// By message.
    std::map<std::uint64_t, std::vector<LoggedEvent>> log() {
        EXPECT_EQ(
            run_flitscope(folder_.path(), {"run", "c.yaml", "--quiet", "--events", "log"}).code, 0);
        std::map<std::uint64_t, std::vector<LoggedEvent>> events;
        for (const LoggedEvent& event : read_event_log((folder_.path() / "log").string())) {
            events[event.message].push_back(event);
        }
        return events;
    }

    TemporaryFolder folder_;
};

/// What the log says of the heads and tails of a message with `length` flits, and of its copies.
struct Logged {
    std::set<std::string> lines;
    std::map<int, std::int64_t> copies;  ///< node: edge of delivery

    Logged(const std::vector<LoggedEvent>& events, std::uint64_t length) {
        std::map<std::string, std::uint64_t> first;  // flit on a wire, which leads
        for (const LoggedEvent& event : events) {
            const bool leads = first.emplace(event.scope, event.flit).first->second == event.flit;
            const bool tail = event.flit + 1 == length && event.event == "out";
            if (leads || tail) {
                lines.insert(std::to_string(event.cycle) + " " +
                             event.scope.substr(0, event.scope.rfind('.')) + " " +
                             std::to_string(event.vc));
            }
            if (tail && event.port == kEjection) {
                copies[event.router] = event.cycle + 1;
            }
        }
    }
};

std::string scope_of(const Json& step) {
    return "router_" + step["router"].dump() + "." + step["port"].get<std::string>();
}

/// The same of a trace.
std::set<std::string> traced_lines(const Json& found) {
    std::set<std::string> lines;
    for (const Json& step : found["steps"]) {
        const std::string name = step["step"];
        if (name == "in" || name == "switch" || name == "tail") {
            lines.insert(step["cycle"].dump() + " " + scope_of(step) + " " + step["vc"].dump());
        }
    }
    return lines;
}

std::map<int, std::int64_t> traced_copies(const Json& found) {
    std::map<int, std::int64_t> copies;
    for (const Json& copy : found["copies"]) {
        copies[copy["node"]] = copy["delivered"];
    }
    return copies;
}

void expect_the_way_of_the_log(const Json& found, const std::vector<LoggedEvent>& events) {
    SCOPED_TRACE("message " + found["message"].dump());
    const Logged logged(events, found["length"]);
    EXPECT_EQ(found["status"], "delivered");
    EXPECT_EQ(traced_lines(found), logged.lines);
    EXPECT_EQ(traced_copies(found), logged.copies);
    std::map<int, std::int64_t> steps;  // of the table, beside the visit
    std::int64_t last = 0;
    for (const Json& step : found["steps"]) {
        if (step["step"] == "delivered") {
            steps[step["router"]] = step["cycle"];
            last = std::max(last, step["cycle"].get<std::int64_t>());
        }
        if (step["port"].is_string() && step["port"].get<std::string>()[0] == 'o') {
            EXPECT_EQ(step["branch"], step["port"] == "output_4" ? "absorb" : "forward");
        } else {
            EXPECT_TRUE(step["branch"].is_null());
        }
    }
    EXPECT_EQ(steps, logged.copies);
    EXPECT_EQ(found["delivered"], last);
    EXPECT_EQ(logged.copies.count(found["destination"].get<int>()), 1U);
}

TEST_F(TraceMulticast, EveryMessageOfABroadcastByCodedPathsIsThatOfTheLog) {
    broadcast();
    std::multiset<int> nodes;
    std::int64_t last = 0;
    for (const auto& [message, events] : log()) {
        const Json found = json(message);
        expect_the_way_of_the_log(found, events);
        for (const auto& [node, edge] : traced_copies(found)) {
            nodes.insert(node);
            last = std::max(last, edge);
        }
    }
    EXPECT_EQ(nodes, (std::multiset<int>{0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
    EXPECT_EQ(last, Json::parse(folder_.read("result.json"))["latency"]["broadcast"]["max"]);
}

class TraceMulticasts : public TraceMulticast, public testing::WithParamInterface<const char*> {};

TEST_P(TraceMulticasts, AreThoseOfTheLog) {
    multicasts(GetParam());
    int multicasts = 0;
    int unicasts = 0;
    bool dropped = false;
    for (const auto& [message, events] : log()) {
        if (message < 150 || multicasts == 8) {
            continue;
        }
        const Json found = json(message);
        if (!found.contains("copies")) {
            EXPECT_FALSE(found["steps"][1].contains("branch"));
            ++unicasts;
            continue;
        }
        expect_the_way_of_the_log(found, events);
        for (const Json& copy : found["copies"]) {
            dropped = dropped || copy["flits"] < 8;
        }
        ++multicasts;
    }
    EXPECT_EQ(multicasts, 8);
    EXPECT_GT(unicasts, 0);
    EXPECT_TRUE(dropped);
}

INSTANTIATE_TEST_SUITE_P(By, TraceMulticasts,
                         testing::Values("two_phase", "six_phase", "dual_path"),
                         [](const auto& each) { return std::string(each.param); });

/// The copy that came last waited as the report says, and else lost no time.
void expect_the_latency(const Json& found, int depth, std::int64_t& waited, int& drops) {
    std::int64_t latency = -1;
    std::int64_t to_the_copy = 0;
    std::int64_t copy_flits = 0;
    std::int64_t absorbed = 0;  // cycle in which the copy of this router was routed
    for (const Json& step : found["steps"]) {
        const std::string name = step["step"];
        if (!step["waited"].is_null()) {
            ASSERT_GE(step["waited"], 0) << found.dump(1);
        }
        if (name == "in") {
            latency += depth + 1;
            absorbed = found["delivered"];  // none so far
        } else if (step["branch"] == "absorb" && name == "route") {
            absorbed = step["cycle"];
        } else if (step["branch"] == "forward" && name == "route" && step["cycle"] > absorbed) {
            // The next header flit is routed when the first one is gone.
            latency += 1 + (depth == 1 ? 0 : depth == 2 ? 1 : 2);
            ++drops;
        } else if (name == "delivered" && step["cycle"] == found["delivered"]) {
            to_the_copy = latency;
            for (const Json& copy : found["copies"]) {
                copy_flits =
                    copy["node"] == step["router"] ? copy["flits"].get<std::int64_t>() : copy_flits;
            }
        }
    }
    latency = to_the_copy + copy_flits - 1;
    for (const auto& [kind, cycles] : found["waited"].items()) {
        latency += cycles.get<std::int64_t>();
        waited += cycles.get<std::int64_t>();
    }
    EXPECT_EQ(found["delivered"].get<std::int64_t>(),
              found["generated"].get<std::int64_t>() + latency)
        << found.dump(1);
}

TEST_F(TraceMulticast, TheWaitsAndTheZeroLoadTimeAreTheLatencyOfTheLastCopy) {
    multicasts("dual_path");
    std::int64_t waited = 0;
    int drops = 0;
    int seen = 0;
    for (const int depth : {1, 2, 3, 4}) {
        for (std::uint64_t message = 200; message < 230; ++message) {
            SCOPED_TRACE("depth " + std::to_string(depth) + " message " + std::to_string(message));
            const Json found = json(message, {"--set", "router.pipeline=" + std::to_string(depth)});
            if (found.contains("copies")) {
                ASSERT_EQ(found["status"], "delivered");
                expect_the_latency(found, depth, waited, drops);
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 15);
    EXPECT_GT(drops, 10);
    EXPECT_GT(waited, 100);
}

TEST_F(TraceMulticast, TheTableSaysWhereCopiesAreTakenAndDelivered) {
    broadcast();
    const Finished finished = trace(0);
    EXPECT_EQ(finished.code, 0) << finished.err;
    for (const char* const line :
         {"message 0: node 5 -> node 12, 4 flits, 4 copies, delivered after 26 cycles",
          "       8       0  output_4     -  route           0  a copy for node 0\n",
          "      14       0  -            -  delivered       -  node 0 has the tail of its copy\n",
          "      13       0  output_2     1  tail            0  4 flits in 4 cycles\n",
          "waited, to the copy of node 12: 0 in the source queue, "}) {
        EXPECT_THAT(finished.out, HasSubstr(line));
    }
    EXPECT_THAT(finished.out, Not(HasSubstr("copy for node 5")));
}

TEST_F(TraceMulticast, ADroppedHeaderFlitIsNamed) {
    folder_.write("c.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\n"
                  "router: {virtual_channels: 4, buffer_flits: 16}\n"
                  "header: {addresses_per_flit: 1}\n"
                  "traffic: {arrivals: trace, file: t.csv, multicast: {algorithm: dual_path}}\n"
                  "measure: {warmup_messages: 0}\n");
    folder_.write("t.csv", "id,cycle,source,destination,length\nm,0,0,1;3,6\nu,40,0,2,3\n");
    // Routed again behind the dropped flit, the worm loses three cycles at node 1.
    EXPECT_THAT(trace(0).out, HasSubstr("flit 1 leads on: flit 0 is dropped"));
    EXPECT_EQ(json(0)["copies"], Json::parse(R"([{"node": 1, "flits": 6, "delivered": 14},
                                                 {"node": 3, "flits": 5, "delivered": 22}])"));
    EXPECT_FALSE(json(1).contains("copies"));
}

TEST_F(TraceMulticast, EveryLevelSaysTheSame) {
    for (const bool all : {true, false}) {
        all ? broadcast() : multicasts("two_phase");
        const std::uint64_t message = all ? 1 : 200;
        const Json fast = json(message);
        for (const char* const level : {"signal", "{default: fast, signal: [9, 10]}",
                                        "{default: signal, fast: [3, 7, 11]}"}) {
            EXPECT_EQ(json(message, {"--set", std::string("level=") + level}), fast) << level;
        }
    }
}

TEST_F(TraceMulticast, OneThatTheRunDoesNotDeliverIsFollowedAsFarAsItGot) {
    broadcast();
    const std::vector<std::string> early = {"--set",
                                            "measure={warmup_messages: 0, max_cycles: 20}"};
    const Json found = json(0, early);
    EXPECT_EQ(found["status"], "under way");
    EXPECT_TRUE(found["delivered"].is_null());
    EXPECT_EQ(traced_copies(found), (std::map<int, std::int64_t>{{0, 14}, {4, 18}}));
    EXPECT_THAT(trace(0, early).out,
                HasSubstr("not delivered: in the network when the run ended at edge 20, with 2 "
                          "copies delivered\n"));
}

class TraceMulticastDump : public TraceMulticast,
                           public testing::WithParamInterface<const char*> {};

TEST_P(TraceMulticastDump, ShowsBothBranches) {
    broadcast();
    const Json found = json(0, {"--out", "o", "--set", std::string("level=") + GetParam()});
    EXPECT_EQ(Json::parse(folder_.read("o/message_0.json")), found);
    const VcdFile dump((folder_.path() / "o/message_0.vcd").string());
    const GtkwaveSaveFile view((folder_.path() / "o/message_0.gtkw").string());

    std::set<std::string> wanted;  // scopes that the view shows
    std::set<std::string> grants;
    for (const Json& step : found["steps"]) {
        if (step["port"].is_null()) {
            continue;
        }
        const std::string router = "router_" + step["router"].dump();
        const std::string port = step["port"];
        wanted.insert({scope_of(step), router + ".switch_allocator"});
        if (!step["vc"].is_null()) {
            wanted.insert(scope_of(step) + ".vc_" + step["vc"].dump());
        }
        if (port[0] == 'o') {
            grants.insert(router + ".switch_allocator.grant_" + port.substr(7));
        }
        const std::string name = step["step"];
        if (step["cycle"] >= 0 && (name == "in" || name == "switch")) {
            const std::string wire = scope_of(step) + (name == "in" ? ".flit_i" : ".flit_o");
            const std::int64_t time = step["cycle"].get<std::int64_t>() * 1000;
            EXPECT_EQ(dump.value(wire + "_valid", time), 1U) << wire << step.dump();
            EXPECT_EQ(dump.value(wire + "_message", time), 0U) << wire << step.dump();
        }
    }
    EXPECT_EQ(wanted.count("router_4.output_2"), 1U);
    EXPECT_EQ(wanted.count("router_4.output_4"), 1U);
    std::set<std::string> shown;
    std::set<std::string> shown_grants;
    for (const auto& signal : view.signals()) {
        EXPECT_EQ(dump.signals().count(signal.name), 1U) << signal.name;
        if (signal.name == "cycle") {
            continue;
        }
        const std::string scope = signal.name.substr(0, signal.name.rfind('.'));
        shown.insert(scope);
        if (scope.find("switch_allocator") != std::string::npos) {
            shown_grants.insert(signal.name);
        }
    }
    EXPECT_EQ(shown, wanted);
    EXPECT_EQ(shown_grants, grants);
    // Its head is on the wire in cycle -1, before a dump begins.
    EXPECT_EQ(view.time_start(), 0);
    EXPECT_LE(dump.last_time(), (found["delivered"].get<std::int64_t>() + 1) * 1000);
}

INSTANTIATE_TEST_SUITE_P(Level, TraceMulticastDump,
                         testing::Values("fast", "signal", "{default: fast, signal: [0, 1]}"),
                         [](const auto& each) {
                             const std::string level = each.param;
                             return level[0] == '{' ? "mixed" : level;
                         });

TEST_F(TraceMulticast, TheViewOpensWhereTheHeadIsOnItsFirstWire) {
    multicasts("two_phase");
    for (std::uint64_t message = 200; message < 240; ++message) {
        const Json found = json(message, {"--out", "o"});
        if (found.contains("copies")) {
            const std::int64_t first = (found["injected"].get<std::int64_t>() - 1) * 1000;
            const std::string stem = "o/message_" + std::to_string(message);
            EXPECT_EQ(GtkwaveSaveFile((folder_.path() / (stem + ".gtkw")).string()).time_start(),
                      first);
            EXPECT_EQ(VcdFile((folder_.path() / (stem + ".vcd")).string()).first_time(), first);
            return;
        }
    }
    FAIL() << "no multicast";
}

}  // namespace
}  // namespace flitscope::tb
