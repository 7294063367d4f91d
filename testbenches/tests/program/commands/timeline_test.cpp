// `flitscope timeline`: a viewer can read it, it says of every message what the event log says, and
// names who blocked it.
#include <map>
#include <set>

#include "testbenches/tests/program/cli_fixture.h"
#include "testbenches/tests/support/wave_files/event_log_reader.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

constexpr const char* kLoaded =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "router: {virtual_channels: 2, buffer_flits: 4}\n"
    "traffic: {load: 0.45}\n"
    "measure: {warmup_messages: 0, max_cycles: 500}\n";

class Timeline : public Cli {
protected:
    void SetUp() override { folder_.write("c.yaml", kLoaded); }

    std::vector<Json> timeline(std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"timeline", "c.yaml", "--quiet"});
        const Finished finished = run(more);
        EXPECT_EQ(finished.code, 0) << finished.err;
        EXPECT_EQ(finished.err, "");
        return Json::parse(finished.out)["traceEvents"].get<std::vector<Json>>();
    }
    std::vector<LoggedEvent> log(std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"run", "c.yaml", "--quiet", "--events", "log"});
        EXPECT_EQ(run(more).code, 0);
        return read_event_log((folder_.path() / "log").string());
    }
};

std::int64_t end_of(const Json& slice) {
    return slice["ts"].get<std::int64_t>() + slice["dur"].get<std::int64_t>();
}

/// The names that metadata give to the process and the row of an event.
class Names {
public:
    explicit Names(const std::vector<Json>& events) {
        for (const Json& event : events) {
            if (event["ph"] == "M" && event["name"] == "process_name") {
                processes_[event["pid"]] = event["args"]["name"];
            } else if (event["ph"] == "M" && event["name"] == "thread_name") {
                EXPECT_TRUE(rows_.emplace(event["tid"], event["args"]["name"]).second);
            }
        }
    }
    std::string process(const Json& event) const { return processes_.at(event["pid"]); }
    std::string row(const Json& event) const { return rows_.at(event["tid"]); }

private:
    std::map<int, std::string> processes_, rows_;
};

TEST_F(Timeline, IsInTheOrderOfTimeAndItsSlicesAreNested) {
    const std::vector<Json> events = timeline();
    const Names names(events);
    std::int64_t time = 0;
    std::map<int, std::vector<std::int64_t>> open;  // ends of slices, by row
    std::map<int, Json> latest;                     // that begins, by row
    for (const Json& event : events) {
        ASSERT_THAT((std::set<std::string>{"M", "X", "C", "s", "t", "f"}),
                    testing::Contains(event["ph"].get<std::string>()));
        if (event["ph"] == "M") {
            EXPECT_EQ(time, 0) << "names come first";
            continue;
        }
        ASSERT_GE(event["ts"], time);
        time = event["ts"];
        EXPECT_NE(names.process(event), "");
        if (event["ph"] == "C") {
            continue;
        }
        EXPECT_NE(names.row(event), "");
        const int row = event["tid"];
        if (event["ph"] == "X") {
            EXPECT_GT(event["dur"], 0);
            std::vector<std::int64_t>& ends = open[row];
            while (!ends.empty() && ends.back() <= time) {
                ends.pop_back();
            }
            ASSERT_TRUE(ends.empty() || end_of(event) <= ends.back()) << event;
            ends.push_back(end_of(event));
            latest[row] = event;
        } else {
            EXPECT_EQ(latest[row]["ts"], time) << "an arrow is bound to the slice that begins";
            EXPECT_EQ(latest[row]["args"]["message"], event["id"]);
        }
    }
    EXPECT_GT(time, 450);
}

TEST_F(Timeline, AnArrowLeadsFromSourceToDestination) {
    std::map<std::uint64_t, std::string> arrows;
    std::map<std::uint64_t, std::string> status;
    const std::vector<Json> events = timeline();
    const Names names(events);
    for (const Json& event : events) {
        if (event.contains("id")) {
            arrows[event["id"]] += event["ph"].get<std::string>();
        } else if (event["ph"] == "X" && names.row(event).find(" sends") != std::string::npos &&
                   event["args"].contains("status")) {
            status[event["args"]["message"]] = event["args"]["status"];
        }
    }
    int delivered = 0;
    for (const auto& [message, how] : status) {
        const std::string arrow = arrows[message];
        if (how == "delivered") {
            ++delivered;
            EXPECT_THAT(arrow, testing::MatchesRegex("st+f")) << message;
        } else {
            EXPECT_THAT(arrow, testing::MatchesRegex(how == "queued" ? "" : "st+")) << message;
        }
    }
    EXPECT_GT(delivered, 300);
}

/// By depth: at 4 a flit is on the wire a cycle after its grant.
class TimelineOfDepth : public Timeline, public testing::WithParamInterface<const char*> {};

TEST_P(TimelineOfDepth, SaysWhatTheEventLogSays) {
    const std::string depth = std::string("router.pipeline=") + GetParam();
    const std::vector<Json> events =
        timeline({"--set", depth, "--to", "500", "--load-window", "7"});
    const Names names(events);
    std::set<std::string> shown, logged;
    std::map<std::string, double> loads, last;
    for (const Json& event : events) {
        if (event["ph"] == "C") {
            last[event["name"]] = event["args"]["flits per cycle"];
            loads[event["name"]] += last[event["name"]] * 7;
        } else if (event["ph"] == "X" && names.process(event) == "links") {
            const Json& args = event["args"];
            shown.insert(args["message"].dump() + " on " + args["port"].get<std::string>() + " " +
                         args["vc"].dump() + " at " + event["ts"].dump());
            EXPECT_THAT(names.row(event), testing::EndsWith("vc " + args["vc"].dump()));
            if (end_of(event) < 490) {
                EXPECT_EQ(args["flits"], 5);
                EXPECT_GE(event["dur"], 5);
            }
        } else if (event["ph"] == "X" && names.process(event).rfind("router ", 0) == 0 &&
                   event["args"].contains("message")) {
            shown.insert(event["args"]["message"].dump() + " in " + names.process(event) + " at " +
                         event["ts"].dump());
        }
    }
    double flits = 0, logged_flits = 0;
    for (const auto& [link, load] : loads) {
        flits += load;
        EXPECT_EQ(last[link], 0) << link;  // else viewers draw nothing
    }
    // The last cycles may be seen by one of the two only.
    for (const LoggedEvent& event : log({"--set", depth})) {
        const std::string message = std::to_string(event.message);
        const bool link = event.event == "out" && event.port < 4;
        logged_flits += link ? 1 : 0;
        if (event.flit == 0 && link) {
            logged.insert(message + " on " + event.scope.substr(0, event.scope.rfind('.')) + " " +
                          std::to_string(event.vc) + " at " + std::to_string(event.cycle));
        } else if (event.flit == 0 && event.event == "in" && event.cycle < 499) {
            logged.insert(message + " in router " + std::to_string(event.router) + " at " +
                          std::to_string(event.cycle + 1));
        }
    }
    EXPECT_GT(logged.size(), 2000U);
    EXPECT_EQ(shown, logged);
    EXPECT_NEAR(flits, logged_flits, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Depth, TimelineOfDepth, testing::Values("1", "3", "4"),
                         [](const auto& each) { return each.param; });

/// Of the log alone: links, stays in routers and load are those of the run.
TEST_F(Timeline, OfALogSaysTheSameOfLinksAndRouters) {
    log();
    const auto seen = [](const std::vector<Json>& events) {
        const Names names(events);
        std::set<std::string> found;
        for (const Json& event : events) {
            const std::string process = names.process(event);
            if (event["ph"] == "C") {
                found.insert(event.dump());
            } else if (event["ph"] == "X" && event["ts"] < 480 && process != "nodes" &&
                       event["args"].contains("flits") && end_of(event) < 480) {
                found.insert(process + names.row(event) + event["ts"].dump() + " " +
                             event["dur"].dump() + event["args"]["message"].dump());
            }
        }
        return found;
    };
    const std::vector<Json> of_run = timeline();
    const Finished printed = run({"timeline", "log"});
    EXPECT_EQ(printed.code, 0) << printed.err;
    EXPECT_EQ(seen(Json::parse(printed.out)["traceEvents"].get<std::vector<Json>>()), seen(of_run));
    EXPECT_THAT(printed.out, HasSubstr(R"("ph":"f")"));
    folder_.write("bad", folder_.read("log") + "1 2 three\n");
    expect_usage_error({"timeline", "bad"}, "is no line of an event log: 1 2 three");
    expect_usage_error({"timeline", "log", "--set", "seed=1"}, "is an event log");
}

TEST_F(Timeline, IsTheSameAtEveryLevel) {
    const std::vector<Json> fast = timeline({"--from", "50", "--to", "120"});
    EXPECT_EQ(timeline({"--from", "50", "--to", "120", "--set", "level=signal"}), fast);
}

TEST_F(Timeline, ShowsTheMessagesOfTheWindowAsAWhole) {
    const std::vector<Json> all = timeline({"--to", "300"});
    const std::vector<Json> some = timeline({"--from", "250", "--to", "300"});
    EXPECT_LT(some.size() * 2, all.size());
    const Names names(all), some_names(some);
    const auto lives = [](const std::vector<Json>& events, const Names& of) {
        std::set<std::string> found;
        for (const Json& event : events) {
            if (event["ph"] == "X" && of.row(event).find(" sends") != std::string::npos &&
                event["args"].contains("status") && end_of(event) >= 250) {
                found.insert(event["args"].dump() + event["ts"].dump() + event["dur"].dump());
            }
        }
        return found;
    };
    EXPECT_EQ(lives(some, some_names), lives(all, names));
}

TEST_F(Timeline, PutsTheMessagesOfAnOperationIntoIt) {
    folder_.write("c.yaml",
                  "topology: {kind: hypercube, dimensions: 3}\n"
                  "traffic: {rate: 0.002, broadcast: {fraction: 1, algorithm: sbt}}\n"
                  "measure: {warmup_messages: 0, max_cycles: 400}\n");
    const std::vector<Json> events = timeline();
    const Names names(events);
    std::map<int, std::pair<std::int64_t, std::int64_t>> operation;  // by number
    std::map<int, int> parts;
    for (const Json& event : events) {
        if (event["ph"] != "X" || names.process(event) != "operations") {
            continue;
        }
        const std::string row = names.row(event);
        const int number = std::stoi(row.substr(row.find(' ') + 1));
        if (event["args"].contains("operation")) {
            EXPECT_THAT(event["name"].get<std::string>(), testing::StartsWith("broadcast "));
            operation[number] = {event["ts"], end_of(event)};
        } else {
            ++parts[number];
        }
    }
    EXPECT_GE(operation.size(), 3U);
    EXPECT_EQ(parts.at(0), 7);
    for (const Json& event : events) {
        if (event["ph"] == "X" && names.process(event) == "operations") {
            const std::string row = names.row(event);
            const auto [from, to] = operation.at(std::stoi(row.substr(row.find(' ') + 1)));
            EXPECT_GE(event["ts"], from);
            EXPECT_LE(end_of(event), to);
        }
    }
}

TEST_F(Timeline, IsWrittenToAFile) {
    const Finished printed = run({"timeline", "c.yaml"});
    const Finished written = run({"timeline", "c.yaml", "--out", "t.json"});
    EXPECT_EQ(written.code, 0) << written.err;
    EXPECT_EQ(written.out, "");
    EXPECT_EQ(folder_.read("t.json"), printed.out);
    const Finished cut = run({"timeline", "c.yaml", "--set", "measure.max_cycles=5000"});
    EXPECT_EQ(cut.code, 0);
    EXPECT_THAT(cut.err, HasSubstr("the timeline ends at cycle 1000, not the run; --to CYCLE"));
}

TEST_F(Timeline, OfADeadlockIsWrittenAndEndsWithItsExitCode) {
    folder_.write("c.yaml",
                  "topology: {kind: ring, nodes: 8}\n"
                  "router: {virtual_channels: 1, buffer_flits: 2}\n"
                  "traffic: {load: 0.5, length: 12}\n"
                  "measure: {warmup_messages: 0, max_cycles: 20000}\n");
    const Finished finished = run({"timeline", "c.yaml", "--to", "20000", "--quiet"});
    EXPECT_EQ(finished.code, 5) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr("deadlock found at edge"));
    const auto events = Json::parse(finished.out)["traceEvents"].get<std::vector<Json>>();
    std::int64_t end = 0;
    std::set<int> blocking;  // messages that others wait for at the end
    for (const Json& event : events) {
        end = event["ph"] == "X" ? std::max(end, end_of(event)) : end;
    }
    for (const Json& event : events) {
        if (event["ph"] == "X" && end_of(event) == end && event["args"].contains("blocked by")) {
            EXPECT_THAT(event["name"].get<std::string>(),
                        testing::MatchesRegex("waits (for|in) .*"));
            blocking.insert(event["args"]["blocking message"].get<int>());
        }
    }
    EXPECT_GE(blocking.size(), 3U) << "a circle of them";
}

TEST_F(Timeline, RefusesWhatItCannotShow) {
    expect_usage_error({"timeline", "c.yaml", "--from", "9", "--to", "9"},
                       "--to 9: must be greater than --from 9");
    expect_usage_error({"timeline", "c.yaml", "--to", "-1"}, "--to");
    expect_usage_error({"timeline", "c.yaml", "--load-window", "0"}, "--load-window");
    expect_usage_error({"timeline", "none.yaml"}, "none.yaml");
    expect_usage_error({"timeline", "c.yaml", "--out", "."}, "--out: .: is a folder");
    expect_usage_error({"timeline", "c.yaml", "--out", "c.yaml"}, "--out");
    expect_usage_error({"timeline", "c.yaml", "--quiet", "--set",
                        "router={organisation: output_queued, switching: store_and_forward}"},
                       "`timeline` shows messages in VCs");
    expect_usage_error(
        {"timeline", "c.yaml", "--quiet", "--set", "router={bypass: true, pipeline: 4}"},
        "router.bypass = true: `timeline` would draw flits that bypass the traversal register");
}

}  // namespace
}  // namespace flitscope::tb
