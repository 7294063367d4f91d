// The program as users start it: exit codes, what goes to which stream, files.
#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
/// Runs until the end of time.
constexpr const char* kEndless =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "measure: {warmup_messages: 100, relative_error: 1e-6, max_cycles: 1000000000000}\n";

/// Minimal adaptive routing on one VC: a circle forms soon.
constexpr const char* kDeadlocking =
    "topology: {kind: hypercube, dimensions: 3}\n"
    "router: {virtual_channels: 1, buffer_flits: 1}\n"
    "routing: {algorithm: random_minimal}\n"
    "traffic: {load: 0.9, length: 20}\n";

TEST_F(Cli, HelpAndVersionAreResults) {
    const Finished version = run({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_THAT(version.out, StartsWith("flitscope "));
    EXPECT_THAT(version.err, IsEmpty());
    for (const char* const command :
         {"run", "crosscheck", "topology", "route", "verify", "model"}) {
        const Finished help = run({command, "--help"});
        EXPECT_EQ(help.code, 0) << command;
        EXPECT_THAT(help.out, HasSubstr("CONFIG")) << command;
        EXPECT_THAT(help.out, HasSubstr("--set")) << command;
        EXPECT_THAT(help.err, IsEmpty()) << command;
        EXPECT_THAT(run({"--help"}).out, HasSubstr(command));
    }
}

TEST_F(Cli, BadUsageExitsWithTwoAndOneLine) {
    folder_.write("c.yaml", kSmall);
    expect_usage_error({}, "no command; one of run, crosscheck, topology");
    expect_usage_error({"rum", "c.yaml"}, "did you mean \"run\"?");
    expect_usage_error({"run"}, "CONFIG is required");
    expect_usage_error({"run", "c.yaml", "--bogus"}, "--bogus");
    expect_usage_error({"run", "c.yaml", "d.yaml"}, "d.yaml");
    expect_usage_error({"--bogus"}, "--bogus");
    expect_usage_error({"run", "c.yaml", "--set"}, "--set");
    expect_usage_error({"route", "c.yaml", "--from", "0"}, "--to is required");
    expect_usage_error({"route", "c.yaml", "--from", "0", "--to", "16"}, "--to: no node \"16\"");
    expect_usage_error({"route", "c.yaml", "--from", "(4,0)", "--to", "1"}, "--from: ");
    expect_usage_error({"crosscheck", "c.yaml", "--levels", "fast,signl"},
                       "did you mean \"signal\"?");
    expect_usage_error({"crosscheck", "c.yaml", "--levels", "fast"},
                       "one level; accepted: at least two");
    expect_usage_error({"run", "c.yaml", "--out", "/proc/nowhere"}, "--out: /proc/nowhere: ");
    expect_usage_error({"run", "c.yaml", "--events", "no/such/folder"}, "cannot be written");
    folder_.write("m.yaml", "model: {name: broadcast_wormhole}\n");
    expect_usage_error({"model", "m.yaml", "--rates", "often"}, "--rates: ");
}

TEST_F(Cli, BadConfigurationsExitWithTwoAndNameThePlace) {
    folder_.write("c.yaml", "router:\n  pipelines: 3\n");
    folder_.write("mesh.yaml", kSmall);
    for (const char* const command : {"run", "crosscheck", "topology", "verify", "model"}) {
        expect_usage_error({command, "c.yaml"},
                           "flitscope: c.yaml:2:3: router.pipelines = 3: unknown");
    }
    expect_usage_error({"run", "none.yaml"},
                       "none.yaml: cannot be opened: No such file or directory");
    expect_usage_error({"run", "."}, ".: cannot be read: Is a directory");
    expect_usage_error({"run", "mesh.yaml", "--set", "router.pipeline=9"},
                       "--set router.pipeline=9: router.pipeline = 9: out of range");
    expect_usage_error({"run", "mesh.yaml", "--set", "routing.algorithm=ecube"}, "does not fit");
    expect_usage_error({"run", "mesh.yaml", "--set", "level=gates"}, "accepted: fast, signal");
    ::setenv("FLITSCOPE_SWITCH_KERNEL", "mmx", 1);
    for (const char* const command : {"run", "crosscheck"}) {
        expect_usage_error({command, "mesh.yaml"},
                           "environment: FLITSCOPE_SWITCH_KERNEL = mmx, must be one of");
    }
    ::unsetenv("FLITSCOPE_SWITCH_KERNEL");
    ::unsetenv("FLITSCOPE_SWITCH_KERNEL");
}

TEST_F(Cli, APipedRunPrintsItsResultAndNothingElse) {
    folder_.write("c.yaml", kSmall);
    const Finished summary = run({"run", "c.yaml", "--out", "results/first"});
    EXPECT_EQ(summary.code, 0);
    EXPECT_THAT(summary.err, IsEmpty());
    EXPECT_THAT(summary.out, HasSubstr("latency"));
    EXPECT_THAT(summary.out, testing::ContainsRegex("\n  wall time +[0-9.]+ s, [0-9]+ MB\n"));
    EXPECT_THAT(
        summary.out,
        testing::ContainsRegex("\n  CPU time +[0-9.]+ s, [0-9.e+]+ cycles/s, [^\n]*flit-hops/s\n"));
    const Json result = Json::parse(folder_.read("results/first/result.json"));
    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(result["config"]["topology"]["kind"], "mesh");

    const Finished json = run({"run", "c.yaml", "--json"});
    EXPECT_EQ(json.code, 0);
    EXPECT_THAT(json.err, IsEmpty());
    EXPECT_EQ(json.out, folder_.read("result.json"));
    EXPECT_EQ(without_machine(json.out), without_machine(result.dump()));

    const Finished quiet = run({"run", "c.yaml", "--quiet", "--out", "q"});
    EXPECT_EQ(quiet.out + quiet.err, "");
    EXPECT_TRUE(folder_.has("q/result.json"));
}

TEST_F(Cli, EveryLevelGivesTheSameResult) {
    folder_.write("c.yaml", kSmall);
    const Finished fast = run({"run", "c.yaml", "--json", "--set", "level=fast"});
    const Finished signal = run({"run", "c.yaml", "--json", "--set", "level=signal"});
    EXPECT_EQ(without_machine(fast.out).dump(), without_machine(signal.out).dump());
    EXPECT_EQ(Json::parse(signal.out)["level"], "signal");
    EXPECT_THAT(signal.err, IsEmpty());
}

TEST_F(Cli, StandardInputIsAConfiguration) {
    ProcessOptions options;
    options.standard_input = "topology: {kind: mesh, size: [3, 2]}\n";
    const Finished good = run({"topology", "-", "--json"}, options);
    EXPECT_EQ(good.code, 0);
    EXPECT_EQ(Json::parse(good.out)["nodes"], 6);
    options.standard_input = "seed: x\n";
    const Finished bad = run({"topology", "-"}, options);
    EXPECT_EQ(bad.code, 2);
    EXPECT_THAT(bad.err, StartsWith("flitscope: <stdin>:1:7: seed = x: not a whole number"));
}

TEST_F(Cli, AResultRepeatsItsRun) {
    folder_.write("c.yaml", std::string(kSmall) +
                                "level: {default: fast, signal: [5]}\n"
                                "waves: {file: w.vcd, routers: [5], to: 200}\n");
    run({"run", "c.yaml", "--out", "first", "--set", "measure.per_channel=true"});
    const Finished again = run({"run", "first/result.json", "--out", "again"});
    EXPECT_EQ(again.code, 0) << again.err;
    Json first = Json::parse(folder_.read("first/result.json"));
    Json second = Json::parse(folder_.read("again/result.json"));
    first.erase("performance");
    second.erase("performance");
    EXPECT_EQ(first.dump(), second.dump());
    EXPECT_EQ(folder_.read("first/w.vcd"), folder_.read("again/w.vcd"));

    ProcessOptions options;
    options.standard_input = folder_.read("first/result.json");
    const Finished seeded = run({"run", "-", "--set", "seed=2", "--json", "--out", "s"}, options);
    EXPECT_EQ(Json::parse(seeded.out)["config"]["seed"], 2);
    EXPECT_EQ(run({"crosscheck", "first/result.json", "--quiet"}).code, 0);
}

TEST_F(Cli, GraphCommandsPrintAndWriteTheirReport) {
    folder_.write("c.yaml", kSmall);
    const Finished route = run({"route", "c.yaml", "--from", "(0,0)", "--to", "5", "--json"});
    EXPECT_EQ(Json::parse(route.out).dump(), R"({"paths":[[0,1,5]]})");
    const Finished verify = run({"verify", "c.yaml", "--out", "v"});
    EXPECT_EQ(verify.code, 0);
    EXPECT_THAT(verify.out, HasSubstr("free"));
    EXPECT_EQ(Json::parse(folder_.read("v/verify.json"))["deadlock_free"], true);
    const Finished edges = run({"topology", "c.yaml", "--edges"});
    EXPECT_GT(std::count(edges.out.begin(), edges.out.end(), '\n'), 48);
}

TEST_F(Cli, WhatCanDeadlockIsRefusedOrStoppedAsAsked) {
    folder_.write("c.yaml", kDeadlocking);
    const Finished verify = run({"verify", "c.yaml"});
    EXPECT_EQ(verify.code, 4);
    const Finished refused = run({"run", "c.yaml", "--set", "deadlock=refuse"});
    EXPECT_EQ(refused.code, 4);
    EXPECT_THAT(refused.out, IsEmpty());
    EXPECT_THAT(refused.err, HasSubstr("deadlock: refuse"));
    EXPECT_FALSE(folder_.has("result.json"));
    const Finished stopped = run({"run", "c.yaml"});
    EXPECT_EQ(stopped.code, 5);
    EXPECT_THAT(stopped.err, HasSubstr("deadlock found at edge"));
    EXPECT_THAT(stopped.err, HasSubstr("waits"));
    EXPECT_EQ(Json::parse(folder_.read("result.json"))["complete"], false);
    const Finished compared = run({"crosscheck", "c.yaml"});
    EXPECT_EQ(compared.code, 5);
    EXPECT_THAT(compared.out, AllOf(HasSubstr("equal: fast, signal"), HasSubstr("deadlocked")));
}

TEST_F(Cli, AnInterruptedRunWritesWhatItHas) {
    folder_.write("c.yaml", kEndless);
    for (const int signal : {SIGINT, SIGTERM}) {
        ProcessOptions options;
        options.signal = signal;
        options.terminal = true;  // progress says when the run is on its way
        options.signal_when = "delivered";
        const Finished finished = run({"run", "c.yaml"}, options);
        EXPECT_EQ(finished.code, 128 + signal);
        EXPECT_THAT(finished.out, HasSubstr("latency"));
        const Json result = Json::parse(folder_.read("result.json"));
        EXPECT_EQ(result["complete"], false);
        EXPECT_GT(result["messages"]["delivered"], 0);
    }
}

TEST_F(Cli, ProgressGoesToATerminalOnly) {
    folder_.write("c.yaml", kEndless);
    ProcessOptions options;
    options.terminal = true;
    options.signal = SIGINT;
    options.signal_when = "left";
    const Finished shown = run({"run", "c.yaml"}, options);
    EXPECT_THAT(shown.err, HasSubstr("messages delivered"));
    EXPECT_THAT(shown.err, HasSubstr("left"));
    EXPECT_THAT(shown.out, Not(HasSubstr("left")));
    EXPECT_THAT(
        run({"run", "c.yaml", "--quiet", "--set", "measure.max_cycles=2000000"}, options).err,
        IsEmpty());
}

TEST_F(Cli, WavesAndEventsAreWritten) {
    folder_.write("c.yaml", std::string(kSmall) +
                                "level: signal\nwaves: {file: w.vcd, routers: [5], to: 200}\n");
    const Finished finished = run({"run", "c.yaml", "--out", "o", "--events", "flits.log"});
    EXPECT_EQ(finished.code, 0) << finished.err;
    EXPECT_THAT(folder_.read("o/w.vcd"), HasSubstr("router_5"));
    EXPECT_THAT(folder_.read("o/flits.log"), HasSubstr("router_"));
    EXPECT_FALSE(folder_.has("flits.log")) << "outputs go where --out says";
    ASSERT_EQ(run({"run", "c.yaml", "--quiet", "--events", "here.log"}).code, 0);
    EXPECT_EQ(folder_.read("here.log"), folder_.read("o/flits.log"));
}

TEST_F(Cli, AWindowOfWavesBehindTheEndOfTheRunIsWarnedOf) {
    folder_.write("c.yaml", std::string(kSmall) + "level: signal\n");
    const auto warnings = [&](const std::string& from) {
        const Finished finished =
            run({"run", "c.yaml", "--out", "o", "--set", "measure.max_cycles=500", "--set",
                 "waves={file: w.vcd, routers: [5], from: " + from + "}"});
        EXPECT_EQ(finished.code, 0) << finished.err;
        return finished.err;
    };
    const std::string nothing = "the run ended before, after 500 cycles: nothing was dumped\n";
    EXPECT_THAT(warnings("5000"), HasSubstr("warning: waves.from = 5000: " + nothing));
    EXPECT_THAT(warnings("500"), HasSubstr("waves.from = 500: " + nothing));
    EXPECT_THAT(warnings("499"), Not(HasSubstr("waves.from")));
}

TEST_F(Cli, ADumpMayBeInTheCompressedFormat) {
    folder_.write("c.yaml",
                  std::string(kSmall) + "level: signal\nwaves: {routers: [5], to: 200}\n");
    ASSERT_EQ(run({"run", "c.yaml", "--quiet", "--set", "waves.file=w.fst"}).code, 0);
    EXPECT_THAT(folder_.read("w.gtkw"), HasSubstr("[dumpfile] \"w.fst\""));
    EXPECT_EQ(folder_.read("w.fst")[0], '\0') << "the header block of an FST file";
    EXPECT_FALSE(folder_.has("w.fst.vcd"));
}

TEST_F(Cli, MulticastsNeedAParameterSetThatHasThem) {
    folder_.write("many.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\ntraffic: {multicast: {fraction: 0.1}}\n");
    expect_usage_error({"crosscheck", "many.yaml", "--levels", "fast,verilog"},
                       "a parameter set that was not built yet; this makes it: flitscope rtl add "
                       "many.yaml");
}

TEST_F(Cli, CrosscheckComparesTheLevels) {
    folder_.write("c.yaml", kSmall);
    const Finished equal = run({"crosscheck", "c.yaml", "--levels", "fast,signal", "--json"});
    EXPECT_EQ(equal.code, 0) << equal.err;
    const Json report = Json::parse(equal.out);
    EXPECT_EQ(report["equal"], true);
    EXPECT_GT(report["messages"], 0);
}

TEST_F(Cli, APlotThatCannotBeIsRefusedBeforeTheModelIsComputed) {
    folder_.write("c.yaml", "model: {name: broadcast_wormhole}\n");
    expect_usage_error({"model", "c.yaml", "--plot", "x.pdf"}, "must end in .svg or .png");
    expect_usage_error({"model", "c.yaml", "--plot", "none/x.svg"}, "none/x.svg");
    EXPECT_FALSE(folder_.has("x.pdf"));
}

TEST_F(Cli, ModelsStandAloneAndBesideARun) {
    folder_.write("c.yaml",
                  "topology: {kind: hypercube, dimensions: 4}\n"
                  "router: {pipeline: 1, injection_ports: all, ejection_ports: all}\n"
                  "link: {latency: 0}\n"
                  "traffic: {arrivals: poisson, rate: 0.001, length: 32}\n"
                  "measure: {warmup_messages: 100, max_cycles: 50000}\n"
                  "model: {name: broadcast_wormhole}\n");
    const Finished model = run({"model", "c.yaml", "--rates", "0.001,0.002", "--json"});
    EXPECT_EQ(model.code, 0) << model.err;
    EXPECT_EQ(Json::parse(model.out)["points"].size(), 2U);
    const Finished beside = run({"run", "c.yaml", "--with-model", "--json"});
    EXPECT_EQ(beside.code, 0) << beside.err;
    EXPECT_EQ(Json::parse(beside.out)["model"]["name"], "broadcast_wormhole");
}

}  // namespace
}  // namespace flitscope::tb
