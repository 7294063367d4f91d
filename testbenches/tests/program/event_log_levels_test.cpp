// `flitscope run --events`: what a run logs is the beginning of what a longer run logs, at every
// level, and the filters keep the lines that they say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <sstream>

#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/wave_files/event_log_reader.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class EventLogLevels : public testing::Test {
protected:
    void SetUp() override { folder_.write("c.yaml", kConfig); }

    std::vector<std::string> arguments(const std::vector<std::string>& more) const {
        std::vector<std::string> all = {"run", "c.yaml", "--quiet", "--events", "log"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
    std::string log(const std::vector<std::string>& more) {
        const Finished finished = run_flitscope(folder_.path(), arguments(more));
        EXPECT_EQ(finished.code, 0) << finished.err;
        return folder_.read("log");
    }
    std::vector<LoggedEvent> events(const std::vector<std::string>& more) {
        log(more);
        return read_event_log((folder_.path() / "log").string());
    }

    /// A run of `cycles` and a longer one: equal in every line of the shorter one's cycles.
    void expect_prefix(const std::vector<std::string>& more, int cycles) {
        const auto of = [&](int max_cycles) {
            std::vector<std::string> all = more;
            all.insert(all.end(), {"--set", "measure.max_cycles=" + std::to_string(max_cycles)});
            return all;
        };
        const std::string whole = log(of(cycles + 40));
        const std::string part = log(of(cycles));
        ASSERT_THAT(whole, StartsWith(part));
        // All of it: the next line of the longer log is of a later cycle.
        EXPECT_EQ(std::stoi(whole.substr(part.size())), cycles);
        EXPECT_THAT(part, HasSubstr("\n" + std::to_string(cycles - 1) + " "));
    }

    static constexpr const char* kConfig =
        "topology: {kind: mesh, size: [8, 8]}\n"
        "traffic: {load: 0.25}\n"
        "measure: {warmup_messages: 0, relative_error: 0.001, max_cycles: 300}\n";

    TemporaryFolder folder_;
};

class Prefix : public EventLogLevels, public testing::WithParamInterface<const char*> {};

TEST_P(Prefix, OfALongerRun) {
    const std::string level = std::string("level=") + GetParam();
    for (const int cycles : {150, 151}) {
        SCOPED_TRACE(level);
        expect_prefix({"--set", level}, cycles);
    }
}

INSTANTIATE_TEST_SUITE_P(Level, Prefix,
                         testing::Values("fast", "signal", "verilog",
                                         "{default: fast, signal: [9, 10], verilog: [27]}"),
                         [](const auto& each) {
                             const std::string level = each.param;
                             return level[0] == '{' ? "mixed" : level;
                         });

TEST_F(EventLogLevels, AreAPrefixAtEveryDepthAndWithBoundedQueues) {
    for (const char* const depth : {"1", "2", "4"}) {
        for (const char* const level : {"fast", "signal"}) {
            SCOPED_TRACE(std::string(level) + " depth " + depth);
            expect_prefix({"--set", std::string("router.pipeline=") + depth, "--set",
                           std::string("level=") + level, "--set", "traffic.source_queue=1"},
                          120);
            expect_prefix({"--set", std::string("router.pipeline=") + depth, "--set",
                           std::string("level=") + level, "--set", "traffic.source_queue=1",
                           "--set", "traffic.when_full=lose", "--set", "link.latency=0"},
                          120);
        }
    }
}

TEST_F(EventLogLevels, TheResultIsTheSameWithAndWithoutALog) {
    const auto result = [&](const std::vector<std::string>& arguments) {
        EXPECT_EQ(run_flitscope(folder_.path(), arguments).code, 0);
        const std::string text = folder_.read("result.json");
        return text.substr(0, text.find("\"performance\""));
    };
    for (const char* const level : {"fast", "signal"}) {
        const std::string set = std::string("level=") + level;
        EXPECT_EQ(result({"run", "c.yaml", "--quiet", "--set", set}),
                  result(arguments({"--set", set})));
    }
}

TEST_F(EventLogLevels, TheDumpShowsTheWiresOfTheLastCycle) {
    const auto logged =
        events({"--set", "level=signal", "--set", "waves={file: w.vcd, routers: [9]}"});
    const VcdFile dump((folder_.path() / "w.vcd").string());
    EXPECT_EQ(dump.last_time(), 300 * 1000);
    int shown = 0;
    for (const LoggedEvent& event : logged) {
        if (event.router == 9 && event.cycle >= 290) {
            ASSERT_EQ(dump.value(event.scope + "_message", event.cycle * 1000), event.message)
                << event.scope << " cycle " << event.cycle;
            shown += event.cycle == 299 ? 1 : 0;
        }
    }
    EXPECT_GT(shown, 0);
}

TEST_F(EventLogLevels, FiltersKeepWhatTheySay) {
    const auto all = events({});
    const auto expect = [&](const std::vector<std::string>& options,
                            const std::function<bool(const LoggedEvent&)>& keeps) {
        const auto found = events(options);
        std::vector<const LoggedEvent*> wanted;
        for (const LoggedEvent& event : all) {
            if (keeps(event)) {
                wanted.push_back(&event);
            }
        }
        ASSERT_EQ(found.size(), wanted.size()) << options[0];
        EXPECT_GT(found.size(), 0U);
        for (std::size_t i = 0; i < found.size(); ++i) {
            ASSERT_EQ(found[i].cycle, wanted[i]->cycle);
            ASSERT_EQ(found[i].scope, wanted[i]->scope);
            ASSERT_EQ(found[i].message, wanted[i]->message);
            ASSERT_EQ(found[i].flit, wanted[i]->flit);
        }
    };
    const auto router = [](const LoggedEvent& e) { return e.router == 5 || e.router == 62; };
    const auto window = [](const LoggedEvent& e) { return e.cycle >= 100 && e.cycle < 200; };
    const auto message = [](const LoggedEvent& e) { return e.message == 7; };
    expect({"--events-routers", "5,62"}, router);
    expect({"--events-window", "100:200"}, window);
    expect({"--events-message", "7"}, message);
    expect({"--events-window", "1e2:2e2", "--events-routers", "62,5"},
           [&](const LoggedEvent& e) { return router(e) && window(e); });
    // The routers and the window of a dump are not those of the log.
    expect({"--set", "level=signal", "--set", "waves={file: w.vcd, routers: [1], to: 5}"},
           [](const LoggedEvent&) { return true; });
}

TEST_F(EventLogLevels, FiltersThatMeanNothingAreRefused) {
    const auto refuse = [&](const std::vector<std::string>& all, const std::string& message) {
        const Finished finished = run_flitscope(folder_.path(), all);
        EXPECT_EQ(finished.code, 2) << message;
        EXPECT_THAT(finished.err, HasSubstr(message));
        EXPECT_FALSE(folder_.has("result.json"));
        EXPECT_FALSE(folder_.has("log"));
    };
    for (const char* const list : {"64", "-1", "5,,6", "5,", "all", "5:6"}) {
        refuse(arguments({std::string("--events-routers=") + list}),
               "accepted: router ids 0..63, separated by commas");
    }
    for (const char* const window : {"5", "5:", ":7", "7:5", "5:5", "-1:5", "1.5:2"}) {
        refuse(arguments({std::string("--events-window=") + window}),
               "accepted: FROM:TO in cycles, FROM less than TO");
    }
    for (const char* const id : {"-1", "x", "4294967296"}) {
        refuse(arguments({std::string("--events-message=") + id}), "accepted: a message number");
    }
    refuse({"run", "c.yaml", "--events-message", "7"}, "--events-message 7: needs --events FILE");
}

}  // namespace
}  // namespace flitscope::tb
