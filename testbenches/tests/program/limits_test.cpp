// What does not fit is refused before it is built, with the figures; what cannot be read or
// compared is no silent default.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>

#include "testbenches/tests/support/cli_process.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class Limits : public testing::Test {
protected:
    Limits() { folder_.write("c.yaml", "topology: {kind: mesh, size: [4, 4]}\n"); }

    void expect_refused(std::vector<std::string> arguments, const std::string& message,
                        const ProcessOptions& options = {}) {
        const auto start = std::chrono::steady_clock::now();
        const Finished finished = run_flitscope(folder_.path(), arguments, options);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        EXPECT_EQ(finished.code, 2) << message;
        EXPECT_THAT(finished.out, IsEmpty());
        EXPECT_THAT(finished.err, HasSubstr(message));
        EXPECT_LT(took.count(), 5) << "a second on a quiet machine";
        EXPECT_FALSE(folder_.has("result.json"));
    }
    void expect_too_large(const std::vector<std::string>& sets, const std::string& message) {
        for (const std::string command : {"run", "crosscheck"}) {
            std::vector<std::string> arguments = {command, "c.yaml"};
            for (const std::string& set : sets) {
                arguments.insert(arguments.end(), {"--set", set});
            }
            expect_refused(arguments, message);
        }
    }
    TemporaryFolder folder_;
};

TEST_F(Limits, NetworksThatDoNotFitAreRefusedWithBothFigures) {
    expect_too_large({"topology.size=[12000, 12000]"}, "GB of memory at level fast");
    expect_too_large({"topology.size=[20000, 20000]"}, "GB are available");
    expect_too_large({"topology=!{kind: hypercube, dimensions: 26}", "level=signal"},
                     "GB are available");
    const std::vector<std::string> deep = {"run",   "c.yaml",
                                           "--set", "router.virtual_channels=64",
                                           "--set", "router.buffer_flits=1000000",
                                           "--set", "topology.size=[16, 16]",
                                           "--set", "level=signal"};
    expect_refused(deep, "router.buffer_flits = 1000000: needs about");
    expect_refused(deep, "GB of memory at level signal, and ");
    std::vector<std::string> traced = deep;
    traced[0] = "trace";
    traced.insert(traced.end(), {"--message", "3"});
    expect_refused(traced, "GB of memory at level signal, and ");
    // Stages of the wires fill it as well.
    expect_too_large({"topology.size=[1000, 1000]", "level=signal", "link.latency=10000"},
                     "topology = {kind: mesh, size: [1000, 1000]}: needs about 6.");
}

TEST_F(Limits, PointsOfASweepMustFitBesideEachOther) {
    folder_.write("s.yaml",
                  "base: c.yaml\naxes: {topology.size: [[9, 9], [600, 600]], seed: [1, 2]}\n");
    ProcessOptions options;
    options.address_space = 3'000'000'000;
    expect_refused({"sweep", "s.yaml", "--out", "d", "--jobs", "4"},
                   "--jobs 4: points need up to 0.814 GB of memory each, and 3 GB are available; "
                   "accepted: 1..3",
                   options);
    EXPECT_FALSE(folder_.has("d"));
}

/// Where there is no room for both at once, A comes first.
TEST_F(Limits, TwoRunsThatFitOneAfterTheOtherAreCompared) {
    folder_.write("deep.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\nrouter: {buffer_flits: 3000}\n"
                  "level: signal\nmeasure: {max_cycles: 300}\n");
    ProcessOptions options;
    options.address_space = 230'000'000;
    const Finished compared =
        run_flitscope(folder_.path(), {"compare", "deep.yaml", "deep.yaml"}, options);
    EXPECT_EQ(compared.code, 0) << compared.err;
    EXPECT_THAT(compared.out, HasSubstr("0 differ in all\n"));
}

/// One line that says of what there is too little, from the least with which the program begins.
TEST_F(Limits, TooLittleOfWhatTheMachineGivesIsOneLine) {
    folder_.write("s.yaml", "base: c.yaml\naxes: {seed: [1, 2], measure.max_cycles: [100]}\n");
    const auto expect_line = [](const Finished& finished, const std::string& begin,
                                const std::string& end) {
        EXPECT_EQ(finished.code, 1);
        EXPECT_EQ(finished.err.rfind("flitscope: " + begin, 0), 0U) << finished.err;
        EXPECT_THAT(finished.err, testing::EndsWith(end + ")\n"));
        EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
    };
    constexpr int kNotLoaded = 127;
    constexpr int kNotMapped = 1000 + SIGSEGV;  // in the kernel or the loader, before it begins
    bool loaded = false;
    int too_little = 0;
    ProcessOptions options;
    for (long megabytes = 8; megabytes <= 64; megabytes += 2) {
        options.address_space = megabytes * 1'000'000;
        const Finished finished =
            run_flitscope(folder_.path(), {"topology", "c.yaml", "--quiet"}, options);
        loaded = loaded || (finished.code != kNotLoaded && finished.code != kNotMapped);
        if (loaded && finished.code != 0) {
            expect_line(finished, "out of memory (the limit is ", " kB, ulimit -v");
            ++too_little;
        }
    }
    EXPECT_GT(too_little, 0);
    options.address_space = 0;
    too_little = 0;
    for (options.open_files = 5; options.open_files <= 12; ++options.open_files) {
        for (const std::vector<std::string>& words :
             {std::vector<std::string>{"crosscheck", "c.yaml", "--quiet", "--set",
                                       "measure.max_cycles=100"},
              std::vector<std::string>{"sweep", "s.yaml", "--out", "d", "--quiet"}}) {
            const Finished finished = run_flitscope(folder_.path(), words, options);
            if (finished.code == 7) {  // it was just enough to begin to write
                EXPECT_THAT(finished.err,
                            testing::EndsWith(": cannot be written: Too many open files\n"));
                EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1);
                ++too_little;
            } else if (finished.code != 0) {
                expect_line(finished, "no ",
                            ": Too many open files (the limit is " +
                                std::to_string(options.open_files) + " files, ulimit -n");
                ++too_little;
            }
        }
    }
    EXPECT_GT(too_little, 0);
}

TEST_F(Limits, RoutersWithMoreInputsThanTheirLevelHasAreRefused) {
    for (const std::string command : {"run", "crosscheck"}) {
        const auto with = [&](const std::string& set) {
            return std::vector<std::string>{command,        "c.yaml", "--set",
                                            "level=signal", "--set",  set};
        };
        expect_refused(with("router.injection_ports=63"),
                       "router.injection_ports = 63: router 0 would have 67 input ports, level "
                       "signal takes at most 64");
        std::vector<std::string> words = with("router.injection_ports=20");
        words.insert(words.end(), {"--set", "router.input_speedup=3"});
        expect_refused(words,
                       "router.input_speedup = 3: router 0 would have 72 crossbar inputs, level "
                       "signal takes at most 64");
        expect_refused(
            with("topology=!{kind: complete, nodes: 66}"),
            "topology = {kind: complete, nodes: 66}: router 0 would have 66 input ports");
    }
}

TEST_F(Limits, ChannelsThatDoNotFitAreRefusedWithBothFigures) {
    const std::string size = "topology.size=[20000, 20000]";
    for (const std::string form : {"--json", "--out=d"}) {
        expect_refused({"topology", "c.yaml", "--set", size, "--edges", form},
                       "a list of its channels needs about 960 GB of memory, and ");
    }
    EXPECT_FALSE(folder_.has("d"));
}

TEST_F(Limits, DeadlockIsRefusedOnNetworksThatVerifyFollowsOnly) {
    expect_refused(
        {"run", "c.yaml", "--set", "topology.size=[300, 300]", "--set", "deadlock=refuse"},
        "deadlock = refuse: deadlock: refuse: 90000 nodes, verify follows every pair of "
        "at most 16384");
    expect_refused({"verify", "c.yaml", "--set", "topology.size=[300, 300]"}, "90000 nodes");
}

TEST_F(Limits, NothingToCompareIsNoDefault) {
    expect_refused({"crosscheck", "c.yaml", "--levels", "fast,fast"}, "fast is given twice");
    expect_refused({"crosscheck", "c.yaml", "--levels", ""}, "--levels has an empty value");
    expect_refused({"crosscheck", "c.yaml", "--levels", ","}, "no level after the last comma");
    expect_refused({"crosscheck", "c.yaml", "--levels", "fast,signal,"}, "after the last comma");
    expect_refused({"crosscheck", "c.yaml", "--levels", ",fast,signal"}, "unknown level");
    expect_refused({"crosscheck", "c.yaml", "--levels", "fast"},
                   "one level; accepted: at least two");
}

TEST_F(Limits, ALevelThatIsNotComparedNeedsNoParameterSet) {
    const std::vector<std::string> words = {"crosscheck",    "c.yaml", "--set",
                                            "level=verilog", "--set",  "measure.max_cycles=200"};
    std::vector<std::string> with = words;
    with.insert(with.end(), {"--levels", "fast,verilog"});
    expect_refused(with, "a parameter set that was not built yet");
    const Finished finished = run_flitscope(folder_.path(), words);
    EXPECT_EQ(finished.code, 0) << finished.err;
}

TEST_F(Limits, AClosedStandardInputIsNoEmptyConfiguration) {
    ProcessOptions closed;
    closed.close_input = true;
    for (const std::string command : {"run", "crosscheck", "topology", "verify", "model"}) {
        expect_refused({command, "-"}, "cannot be read: Bad file descriptor", closed);
    }
}

}  // namespace
}  // namespace flitscope::tb
