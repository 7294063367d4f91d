// `flitscope sweep` as it is used: begun, continued, refused.
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "testbenches/tests/program/sweep_command/sweep_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

constexpr const char* kAllDone = "6 points: 6 done, 0 failed, 0 missing, 0 running\n";

TEST_F(SweepCli, RunsEveryPointAsRunDoes) {
    const Finished sweep = run({"sweep", "sweep.yaml", "--out", "results"});
    EXPECT_EQ(sweep.code, 0) << sweep.err;
    EXPECT_EQ(sweep.out, kAllDone);
    const std::vector<std::string> all = points("results");
    ASSERT_EQ(all.size(), 6U);
    for (const std::string& each : all) {
        Json point = Json::parse(each);
        const auto set = [&](const std::string& key) {
            return key + "=" + point["point"][key].dump();
        };
        const Finished single =
            run({"run", "base.yaml", "--json", "--set", set("traffic.load"), "--set",
                 set("router.pipeline"), "--set", set("link.latency"), "--set", set("seed")});
        EXPECT_EQ(point["series_name"],
                  std::to_string(point["point"]["router.pipeline"].get<int>()) + " stages");
        for (const char* const own : {"commit", "sweep", "point", "series_name", "number"}) {
            point.erase(own);
        }
        Json expected = Json::parse(single.out);
        expected.erase("performance");
        EXPECT_EQ(point.dump(), expected.dump());
    }
}

TEST_F(SweepCli, ContinuedDoesOnlyWhatIsMissing) {
    run({"sweep", "sweep.yaml", "--out", "results"});
    const std::vector<std::string> before = points("results");
    const auto path = [&](int number) {
        for (const auto& each : fs::directory_iterator(folder_.path() / "results" / "points")) {
            if (Json::parse(folder_.read("results/points/" +
                                         each.path().filename().string()))["number"] == number) {
                return each.path();
            }
        }
        return fs::path();
    };
    const fs::path kept = path(0);
    const auto written = fs::last_write_time(kept);
    fs::remove(path(1));
    const fs::path edited = path(2);
    std::ofstream(edited, std::ios::app) << " ";
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "6 points: 4 done, 0 failed, 2 missing, 0 running\n");
    const Finished again = run({"sweep", "sweep.yaml", "--out", "results"});
    EXPECT_EQ(again.code, 0);
    EXPECT_THAT(again.err, HasSubstr(edited.string() + ": the checksum does not fit: truncated or "
                                                       "edited; it will run again"));
    EXPECT_EQ(again.out, kAllDone);
    EXPECT_EQ(points("results"), before);
    EXPECT_EQ(fs::last_write_time(kept), written);
}

TEST_F(SweepCli, WhatIsDamagedIsRunAgainWhateverTheFoldersName) {
    const std::vector<std::string> words = {"sweep", "sweep.yaml", "--out", "a.json: b"};
    EXPECT_EQ(run(words).code, 0);
    const fs::path edited = fs::directory_iterator(folder_.path() / "a.json: b/points")->path();
    std::ofstream(edited, std::ios::app) << " ";
    EXPECT_THAT(run(words).err, HasSubstr("edited; it will run again"));
    EXPECT_EQ(run(words).err, "");
}

TEST_F(SweepCli, TasksAreIndependentCommandsForXargs) {
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "results"}).code, 0);
    const std::vector<std::string> before = points("results");
    fs::remove_all(folder_.path() / "results" / "points");
    fs::create_directory(folder_.path() / "results" / "points");
    // Each line once as it is, and all of them once more: the second time there is nothing to do.
    const std::string command =
        "xargs -P 3 -L 1 env < '" + folder_.path().string() + "/results/tasks.txt'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(points("results"), before);
    EXPECT_EQ(std::system(command.c_str()), 0);
    EXPECT_EQ(points("results"), before);
}

TEST_F(SweepCli, ADryRunChecksEveryPointAndWritesNothing) {
    const Finished text = run({"sweep", "sweep.yaml", "--dry-run"});
    EXPECT_EQ(text.out,
              "6 points: 0 done, 0 failed, 6 missing, 0 running\n  1 stages: 3\n  3 stages: 3\n");
    const Finished json = run({"sweep", "sweep.yaml", "--out", "results", "--dry-run", "--json"});
    EXPECT_EQ(
        Json::parse(json.out).dump(),
        R"({"points":6,"done":0,"failed":0,"missing":6,"running":0,"submitted":0,"skipped":0})");
    EXPECT_FALSE(folder_.has("results"));
}

TEST_F(SweepCli, SetChangesTheBase) {
    EXPECT_EQ(
        run({"sweep", "sweep.yaml", "--out", "results", "--set", "measure.max_cycles=3000"}).code,
        0);
    for (const std::string& each : points("results")) {
        EXPECT_EQ(Json::parse(each)["config"]["measure"]["max_cycles"], 3000);
    }
    expect_usage_error({"sweep", "sweep.yaml", "--out", "results"}, "holds another sweep");
}

TEST_F(SweepCli, WhatFailsIsTriedTwiceAndRecordedAndTheOthersGoOn) {
    folder_.write("sweep.yaml", kOneFails);
    const std::vector<std::string> words = {"sweep", "sweep.yaml", "--out", "results"};
    for (int i = 0; i < 2; ++i) {  // the second one tries again
        const Finished failed = run(words);
        EXPECT_EQ(failed.code, 1);
        EXPECT_EQ(failed.out,
                  "2 points: 1 done, 1 failed, 0 missing, 0 running\n"
                  "  not free of deadlock: 1 point; `flitscope verify` shows the circle\n");
        EXPECT_THAT(failed.err, HasSubstr("1 points failed; why is in "));
    }
    const fs::path log = fs::directory_iterator(folder_.path() / "results/failed")->path();
    const std::string text = folder_.read("results/failed/" + log.filename().string());
    EXPECT_THAT(text, HasSubstr("attempt 1: deadlock: refuse: not simulated"));
    EXPECT_THAT(text, HasSubstr("attempt 2: deadlock: refuse: not simulated"));
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "2 points: 1 done, 1 failed, 0 missing, 0 running\n");
}

TEST_F(SweepCli, RelativeFilesLieWhereTheSweepWasBegun) {
    folder_.write("messages.csv", "id,cycle,source,destination,length\n0,0,0,1,5\n");
    const Finished same = run({"sweep", "sweep.yaml", "--out", "results", "--set",
                               "traffic={arrivals: trace, file: messages.csv}"});
    EXPECT_EQ(same.code, 2);
    EXPECT_THAT(same.err, HasSubstr("are the same configuration"))
        << "loads have no effect beside a trace";
    folder_.write("sweep.yaml", "base: base.yaml\naxes: {router.pipeline: [1, 2]}\n");
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "results", "--set",
                   "traffic={arrivals: trace, file: messages.csv}"})
                  .code,
              0);
    const std::vector<std::string> before = points("results");
    fs::remove_all(folder_.path() / "results" / "points");
    fs::create_directory(folder_.path() / "results" / "points");
    const std::string folder = (folder_.path() / "results").string();
    for (const char* const number : {"0", "1"}) {
        const Finished point = run_flitscope("/", {"sweep", "point", folder, number});
        EXPECT_EQ(point.code, 0) << point.err;
    }
    EXPECT_EQ(points("results"), before);
}

TEST_F(SweepCli, APointIsOneOfTheFilesThatItsConfigurationNames) {
    const std::string head = "id,cycle,source,destination,length\n";
    folder_.write("messages.csv", head + "0,0,0,1,5\n");
    folder_.write("sweep.yaml", "base: base.yaml\naxes: {router.pipeline: [1, 2]}\n");
    const std::vector<std::string> words = {
        "sweep",   "sweep.yaml", "--out",
        "results", "--set",      "traffic={arrivals: trace, file: messages.csv}"};
    EXPECT_EQ(run(words).code, 0);
    const std::vector<std::string> before = points("results");
    EXPECT_EQ(Json::parse(before[0])["files"].size(), 1U);
    folder_.write("messages.csv", head + "0,0,0,1,7\n");
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "2 points: 0 done, 0 failed, 2 missing, 0 running\n");
    const Finished again = run(words);
    EXPECT_EQ(again.out, "2 points: 2 done, 0 failed, 0 missing, 0 running\n");
    EXPECT_THAT(again.err, HasSubstr("messages.csv has changed since; it is not a point of "
                                     "this sweep and is left alone"));
    EXPECT_EQ(run({"sweep", "collect", "results"}).out,
              "2 points in results.sqlite, results.csv and results.tsv\n");
    EXPECT_EQ(points("results").size(), 4U);
    // The first content has its points still, and where the file is not, nothing says otherwise.
    folder_.write("messages.csv", head + "0,0,0,1,5\n");
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "2 points: 2 done, 0 failed, 0 missing, 0 running\n");
}

TEST_F(SweepCli, StrayFilesAreNamedAsSuch) {
    run({"sweep", "sweep.yaml", "--out", "results"});
    folder_.write("results/points/stray.json", "{}");
    const Finished again = run({"sweep", "sweep.yaml", "--out", "results"});
    EXPECT_EQ(again.out, kAllDone);
    EXPECT_THAT(again.err, HasSubstr("stray.json: no checksum: truncated, or no point of a sweep; "
                                     "it is not a point of this sweep and is left alone\n"));
}

TEST_F(SweepCli, AnInterruptedSweepKeepsWhatIsDone) {
    folder_.write("sweep.yaml",
                  "base: base.yaml\n"
                  "axes: {measure.relative_error: [0.05, 1e-6]}\n");
    ProcessOptions options;
    options.terminal = true;
    options.signal = SIGTERM;
    options.signal_when = "1 of 2 points";
    const Finished sweep = run({"sweep", "sweep.yaml", "--out", "results", "--jobs", "1", "--set",
                                "measure.max_cycles=1000000000000"},
                               options);
    EXPECT_EQ(sweep.code, 143) << sweep.err;
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "2 points: 1 done, 0 failed, 1 missing, 0 running\n");
}

TEST_F(SweepCli, ShowsHowFarItIsAndForHowLongAndTakesThatAwayAtItsEnd) {
    folder_.write("base.yaml",
                  "topology: {kind: torus, size: [8, 8]}\n"
                  "router: {virtual_channels: 1}\n"  // may deadlock, which refuse refuses
                  "traffic: {load: 0.02}\n"
                  "measure: {relative_error: 1e-6, max_cycles: 100000}\n");
    folder_.write("sweep.yaml", "base: base.yaml\naxes: {deadlock: [refuse, stop]}\nreplicas: 4\n");
    ProcessOptions options;
    options.terminal = true;
    const Finished sweep = run({"sweep", "sweep.yaml", "--out", "results", "--jobs", "1"}, options);
    EXPECT_EQ(sweep.code, 1);
    EXPECT_THAT(sweep.err, HasSubstr("of 8 points, 4 failed, about "));
    EXPECT_THAT(sweep.err, HasSubstr(" s left"));
    EXPECT_THAT(sweep.err, HasSubstr("\r\x1b[Kflitscope: 4 points failed"));
}

TEST_F(SweepCli, RefusesWhatCannotBeMeant) {
    expect_usage_error({"sweep", "sweep.yaml"}, "sweep needs --out DIR");
    expect_usage_error({"sweep", "none.yaml", "--out", "d"}, "none.yaml: cannot be opened");
    expect_usage_error({"sweep", "sweep.yaml", "results", "--out", "d"},
                       "give one file, or status");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d", "--jobs", "0"},
                       "--jobs: 0: out of range; accepted: a whole number 1..4096");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d", "--jobs", "010"},
                       "--jobs: 010: leading zero (octal in YAML 1.1), write the number without "
                       "it; accepted: a whole number 1..4096");
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "d", "--jobs", "1e1", "--dry-run"}).code, 0);
    expect_usage_error({"sweep", "status", "."}, "holds no sweep");
    expect_usage_error({"sweep", "status"}, "sweep status: DIR is missing");
    expect_usage_error({"sweep", "status", ".", "--jobs", "2"}, "neither --out");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d", "--set", "traffic.load=0.2"},
                       "--set traffic.load=0.2: does nothing: traffic.load is an axis");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d", "--set", "link.latency=3"},
                       "link.latency is an axis");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d", "--set", "traffic=heavy"},
                       "--set traffic=heavy: traffic = heavy: not a section");
    expect_usage_error({"sweep", "point", "."}, "N is missing");
    for (const char* const number : {"x", "1.5", "1e3", "99999999999999999999"}) {
        expect_usage_error({"sweep", "point", ".", number},
                           std::string("N: ") + number + " is not the number of a point: 0, 1");
    }
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d", "--set", "router.pipelin=2"},
                       "did you mean \"pipeline\"");
    EXPECT_FALSE(folder_.has("d"));
    folder_.write("file", "");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "file"}, "file: cannot be created");
    run({"sweep", "sweep.yaml", "--out", "results"});
    expect_usage_error({"sweep", "point", "results", "6"}, "has no point 6; accepted: 0..5");
    expect_usage_error({"sweep", "point", "results", "-1"}, "has no point -1; accepted: 0..5");
    const std::string program = folder_.read("results/program.json");
    folder_.write("results/program.json", R"({"flitscope": "0.0.1", "commit": "", "folder": "/"})");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "results"},
                       "holds results of Flitscope 0.0.1 (unknown commit)");
    expect_usage_error({"sweep", "point", "results", "0"}, "holds results of Flitscope 0.0.1");
}

TEST_F(SweepCli, AFolderOfSomebodysOwnKeepsWhatItHolds) {
    const std::string mine = folder_.read("sweep.yaml");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "."},
                       "sweep.yaml: would be overwritten, but is not a file of this sweep");
    EXPECT_EQ(folder_.read("sweep.yaml"), mine);
    EXPECT_FALSE(folder_.has("points"));
    fs::create_directories(folder_.path() / "running/shoes");
    folder_.write("running/record", "10 km");
    folder_.write("running/shoes/left", "");
    fs::rename(folder_.path() / "sweep.yaml", folder_.path() / "loads.yaml");
    folder_.write("tasks.txt", "wash up\n");
    expect_usage_error({"sweep", "loads.yaml", "--out", "."}, "tasks.txt: would be overwritten");
    EXPECT_EQ(folder_.read("tasks.txt"), "wash up\n");
    fs::remove(folder_.path() / "tasks.txt");
    EXPECT_EQ(run({"sweep", "loads.yaml", "--out", "."}).out, kAllDone);
    EXPECT_EQ(folder_.read("running/record"), "10 km");
    EXPECT_TRUE(folder_.has("running/shoes/left"));
    // The sweep that lies there is the same one, whoever is asked.
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "."}).out, kAllDone);
}

TEST_F(SweepCli, RefusesANameThatPutsDifferentPointsIntoOneSeries) {
    const std::string axes =
        "base: base.yaml\naxes: {traffic.load: [0.1, 0.2], router.pipeline: [1, 2]}\n";
    folder_.write("sweep.yaml", axes + "name: same\n");
    expect_usage_error(
        {"sweep", "sweep.yaml", "--out", "d"},
        "sweep.yaml:3:7: name = same: points of router.pipeline 1 and 2 would form one "
        "series; accepted: a text with {router.pipeline} in it");
    folder_.write("sweep.yaml", axes + "name: same\nx: router.pipeline\n");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d"},
                       "points of traffic.load 0.1 and 0.2 would form one series");
    for (const char* const whole :
         {"axes: {traffic.load: [0.1, 0.2]}\nreplicas: 2\nname: same\n",
          "axes: {router.pipeline: [1, 2]}\nname: same\nx: router.pipeline\n"}) {
        folder_.write("sweep.yaml", std::string("base: base.yaml\n") + whole);
        EXPECT_EQ(run({"sweep", "sweep.yaml", "--dry-run"}).code, 0) << whole;
    }
    folder_.write("sweep.yaml", axes + "name: same\nx: throughput.accepted\n");
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--dry-run"}).code, 0) << "a figure says nothing of axes";
}

TEST_F(SweepCli, RefusesPointsThatAreOneConfiguration) {
    folder_.write("sweep.yaml", "base: base.yaml\naxes: {traffic.load: [0.1, 0.2, 0.1]}\n");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "d"},
                       "points 0 and 2 are the same configuration");
}

}  // namespace
}  // namespace flitscope::tb
