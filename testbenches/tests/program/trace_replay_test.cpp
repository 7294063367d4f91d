// A run that wrote a trace is repeated by it: the same messages at the same edges, whatever made
// them, and the same trace again.
#include <cctype>
#include <map>
#include <sstream>

#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

struct Written {
    const char* network;
    std::string made;      ///< `traffic` of the run
    std::string replayed;  ///< what else `traffic` of the replay has
    bool reacts = false;   ///< some of its rows wait for others
};

void PrintTo(const Written& run, std::ostream* out) { *out << run.made; }

constexpr const char* kClasses =
    "topology: {kind: mesh, size: [4, 4]}\nrouter: {virtual_channels: 4, message_classes: 2}\n";
constexpr const char* kMesh =
    "topology: {kind: mesh, size: [4, 4]}\nrouter: {virtual_channels: 8, ejection_vcs: per_vc}\n";
constexpr const char* kCube = "topology: {kind: hypercube, dimensions: 4}\n";

std::vector<Written> written() {
    std::vector<Written> all = {
        {kClasses, "load: 0.2, startup_cycles: 9", "startup_cycles: 9"},
        {kClasses, "load: 0.4, source_queue: 1, when_full: lose, startup_cycles: 2",
         "source_queue: 1, when_full: lose, startup_cycles: 2"},
        {kClasses, "pattern: request_reply, load: 0.2, service_cycles: 3", "", true},
        {kClasses,
         "pattern: request_reply, load: 0.3, outstanding: 2, source_queue: 1, when_full: lose",
         "source_queue: 1, when_full: lose", true},
        {kMesh,
         "load: 0.1, length: 12, startup: parallel, startup_cycles: 6, "
         "multicast: {fraction: 1, algorithm: dual_path, destinations: [3, 4, 5]}",
         "startup: parallel, startup_cycles: 6, multicast: {algorithm: dual_path}"},
        {kMesh,
         "load: 0.1, multicast: {fraction: 0.1, algorithm: multi_path, destinations: 4}, "
         "broadcast: {fraction: 0.1, algorithm: rd}, "
         "collective: {fraction: 0.4, kind: barrier, root: 3}",
         "multicast: {algorithm: multi_path}, broadcast: {algorithm: rd}, "
         "collective: {kind: barrier, root: 3}"}};
    for (const char* const outstanding : {"1", "2", "4"}) {
        for (const char* const startup : {"0", "5", "40"}) {
            all.push_back({kClasses,
                           std::string("pattern: request_reply, load: 0.3, service_cycles: 12, "
                                       "outstanding: ") +
                               outstanding + ", startup_cycles: " + startup,
                           std::string("startup_cycles: ") + startup, true});
        }
    }
    for (const char* const algorithm : {"dual_path", "column_path", "separate", "six_phase"}) {
        for (const char* const nodes : {"1", "5"}) {
            const std::string sent = std::string("algorithm: ") + algorithm;
            all.push_back({kMesh,
                           "load: 0.1, length: 12, startup_cycles: 6, multicast: {fraction: 0.2, " +
                               sent + ", destinations: " + nodes + "}",
                           "startup_cycles: 6, multicast: {" + sent + "}"});
        }
    }
    const auto broadcast = [&](const char* network, const std::string& sent) {
        all.push_back(
            {network,
             "load: 0.1, length: 4, startup_cycles: 6, broadcast: {fraction: 0.1, " + sent + "}",
             "startup_cycles: 6, broadcast: {" + sent + "}"});
    };
    broadcast(kMesh, "algorithm: pcp");
    broadcast(kMesh, "algorithm: np_d");
    broadcast(kMesh, "algorithm: separate");
    broadcast(kCube, "algorithm: sbt, base: rotating");
    broadcast(kCube, "algorithm: sbt, base: random");
    for (const char* const how :
         {"kind: reduce, algorithm: tree", "kind: all_to_all, algorithm: pairwise",
          "kind: all_reduce, algorithm: ring", "kind: all_reduce, in_network: true",
          "kind: barrier, algorithm: dissemination"}) {
        all.push_back({kCube,
                       std::string("load: 0.1, length: 4, startup_cycles: 6, "
                                   "collective: {fraction: 0.4, ") +
                           how + "}",
                       std::string("startup_cycles: 6, collective: {") + how + "}"});
    }
    return all;
}

/// The source of every message, by its number in an event log: the router of its first line.
std::map<std::string, std::string> sources_in(const std::string& events) {
    std::map<std::string, std::string> sources;
    std::istringstream lines(events);
    for (std::string cycle, router, port, vc, message, rest;
         lines >> cycle >> router >> port >> vc >> message && std::getline(lines, rest);) {
        sources.emplace(message, router);
    }
    return sources;
}

/// The lines of a trace, each as its columns up to `destination`.
std::vector<std::vector<std::string>> rows_of(const std::string& trace) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream lines(trace);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        rows.emplace_back(4);
        for (std::string& column : rows.back()) {
            std::getline(columns, column, ',');
        }
    }
    rows.erase(rows.begin());
    return rows;
}

class WrittenTrace : public Cli, public testing::WithParamInterface<Written> {
protected:
    static constexpr std::int64_t kCycles = 1000;
    Finished run_traffic(const std::string& traffic, std::int64_t most_cycles,
                         const std::string& name) {
        return run({"run", "c.yaml", "--set", "traffic={" + traffic + "}", "--set",
                    "measure={warmup_messages: 0, max_cycles: " + std::to_string(most_cycles) + "}",
                    "--events", name, "--write-trace", name + ".csv", "--quiet", "--out",
                    name + "_out"});
    }
    /// Of the cycles before the last, in which messages join that belong to the run no more.
    std::string events_of(const std::string& name) {
        std::istringstream all(folder_.read(name + "_out/" + name));
        std::string kept;
        for (std::string line; std::getline(all, line);) {
            if (std::isdigit(line[0]) != 0 && std::stoll(line) < kCycles - 1) {
                kept += line + "\n";
            }
        }
        return kept;
    }
};

TEST_P(WrittenTrace, RepeatsTheRun) {
    folder_.write("c.yaml", GetParam().network);
    const Finished first = run_traffic(GetParam().made, kCycles, "first");
    ASSERT_EQ(first.code, 0) << first.err;
    const std::string replayed = GetParam().replayed.empty() ? "" : ", " + GetParam().replayed;
    const Finished second =
        run_traffic("arrivals: trace, file: first.csv" + replayed, 100 * kCycles, "second");
    ASSERT_EQ(second.code, 0) << second.err;
    const std::string events = events_of("first");
    EXPECT_GT(events.size(), 10000U);
    EXPECT_TRUE(events_of("second") == events) << "see the event logs";
    const std::string trace = folder_.read("first.csv");
    EXPECT_TRUE(folder_.read("second.csv") == trace);
    std::istringstream rows(trace);
    const auto sources = sources_in(events);
    std::size_t found = 0;
    for (const auto& row : rows_of(trace)) {
        const auto logged = sources.find(row[0]);
        if (logged != sources.end()) {
            ++found;
            if (row[3] != "collective") {  // which any node may begin
                ASSERT_EQ(logged->second, row[2]) << "message " << row[0] << " of " << row[1];
            }
        }
    }
    const bool in_units = GetParam().made.find("in_network") != std::string::npos;
    EXPECT_GE(10 * found, (in_units ? 5 : 9) * rows_of(trace).size()) << trace.substr(0, 300);
    int waiting = 0;
    for (std::string row; std::getline(rows, row);) {
        waiting += row.size() > 2 && row.compare(row.size() - 2, 2, ",,") != 0 ? 1 : 0;
    }
    EXPECT_EQ(waiting > 10, GetParam().reacts) << trace.substr(0, 300);
}

INSTANTIATE_TEST_SUITE_P(Runs, WrittenTrace, testing::ValuesIn(written()));

/// Where none of a rare kind was drawn the rest of the configuration still fits.
TEST_F(Cli, ATraceWithoutOperationsIsReplayedWithTheSameRest) {
    folder_.write("c.yaml", std::string(kClasses) +
                                "traffic: {load: 0.1, startup: parallel, startup_cycles: "
                                "5, broadcast: {fraction: 0.0001, algorithm: rd}}\n"
                                "measure: {warmup_messages: 0, max_cycles: 300}\n");
    ASSERT_EQ(run({"run", "c.yaml", "--write-trace", "first.csv"}).code, 0);
    ASSERT_EQ(folder_.read("first.csv").find("all"), std::string::npos);
    const Finished replay =
        run({"run", "c.yaml", "--set", "traffic.arrivals=trace", "--set", "traffic.file=first.csv",
             "--set", "measure.max_cycles=3000", "--write-trace", "second.csv"});
    EXPECT_EQ(replay.code, 0);
    EXPECT_THAT(replay.err, testing::HasSubstr("traffic.startup = parallel (there are no"));
    EXPECT_EQ(folder_.read("second.csv"), folder_.read("first.csv"));
}

/// Twice as slow a network has half as many requests answered in the same time: in a closed loop
/// the replay takes longer, and no request is sent before the reply that it needs.
TEST_F(Cli, ARecordedClosedLoopReactsToASlowerNetwork) {
    folder_.write("c.yaml", kClasses);
    const auto cycles = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = {"run",     "c.yaml", "--json",
                                          "--quiet", "--set",  "measure.warmup_messages=0"};
        words.insert(words.end(), more.begin(), more.end());
        const Finished finished = run(words);
        EXPECT_EQ(finished.code, 0) << finished.err;
        const Json result = Json::parse(finished.out);
        return std::pair{result["cycles"]["simulated"].get<std::int64_t>(),
                         result["latency"]["source_queue"]["mean"].get<double>()};
    };
    cycles({"--set", "measure.max_cycles=2000", "--set",
            "traffic={pattern: request_reply, load: 0.5, outstanding: 1}", "--write-trace",
            "t.csv"});
    const std::string replay = "traffic={arrivals: trace, file: t.csv}";
    const auto [same, waited] = cycles({"--set", replay});
    const auto [slower, waited_slower] = cycles({"--set", replay, "--set", "link.latency=9"});
    const auto [faster, waited_faster] = cycles({"--set", replay, "--set", "router.pipeline=1"});
    EXPECT_GT(slower, same * 3 / 2);
    EXPECT_LT(faster, same * 3 / 4);
    EXPECT_LT(waited_slower, waited + 5) << "requests do not pile up";
}

}  // namespace
}  // namespace flitscope::tb
