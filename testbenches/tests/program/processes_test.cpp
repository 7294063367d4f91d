// The program ended at random moments: nothing is left running, nothing half written.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "testbenches/tests/support/cli_process.h"
#include "testbenches/tests/support/sized.h"

namespace flitscope::tb {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::IsEmpty;
using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

const int kMoments = sized(2, 50);

constexpr const char* kEndless =
    "topology: {kind: mesh, size: [4, 4]}\n"
    "level: signal\n"
    "waves: {file: run.vcd}\n"
    "measure: {relative_error: 1e-6, max_cycles: 1000000000000}\n";
constexpr const char* kSweep =
    "base: point.yaml\n"
    "axes: {router.pipeline: [1, 2]}\n";
constexpr const char* kRtl =
    "topology: {kind: mesh, size: [2]}\n"
    "router: {virtual_channels: 1, buffer_flits: 2, pipeline: 1}\n";

class Processes : public testing::Test {
protected:
    Processes() {
        // Whoever loses its parent becomes a child of this process, and can be seen.
        prctl(PR_SET_CHILD_SUBREAPER, 1);
        fs::create_directory(temporary());
        setenv("TMPDIR", temporary().c_str(), 1);
        folder_.write("endless.yaml", kEndless);
        folder_.write("point.yaml", "measure: {relative_error: 1e-6, max_cycles: 1000000000000}\n");
        folder_.write("sweep.yaml", kSweep);
        folder_.write("rtl.yaml", kRtl);
    }
    ~Processes() override { unsetenv("TMPDIR"); }
    fs::path temporary() const { return folder_.path() / "tmp"; }

    /// Starts the program, its standard output a pipe whose other end is `out_`.
    pid_t start(const Words& arguments) {
        std::array<int, 2> ends{};
        EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
        const pid_t child = fork();
        if (child == 0) {
            restore_signals();
            const int null = open("/dev/null", O_RDWR);
            dup2(null, STDIN_FILENO);
            dup2(ends[1], STDOUT_FILENO);
            dup2(null, STDERR_FILENO);
            std::vector<char*> words = {const_cast<char*>(FLITSCOPE_PROGRAM)};
            for (const std::string& each : arguments) {
                words.push_back(const_cast<char*>(each.c_str()));
            }
            words.push_back(nullptr);
            if (chdir(folder_.path().c_str()) == 0) {
                execv(words[0], words.data());
            }
            _exit(127);
        }
        close(ends[1]);
        out_ = ends[0];
        return child;
    }
    void close_pipe() {
        if (out_ >= 0) {
            close(out_);
        }
        out_ = -1;
    }
    /// Uniform within `milliseconds`.
    void wait_a_moment(int milliseconds) {
        const auto drawn = random_() % static_cast<unsigned>(milliseconds * 1000);
        usleep(static_cast<useconds_t>(drawn));
    }
    /// The exit code, as run_flitscope gives it.
    static int code_of(pid_t child) {
        int status = 0;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    }
    /// Ends the program at a random moment.
    int end(const Words& arguments, int signal, int within_ms) {
        const pid_t child = start(arguments);
        wait_a_moment(within_ms);
        kill(child, signal);
        const auto since = Clock::now();
        const int code = code_of(child);
        EXPECT_LT((Clock::now() - since) / std::chrono::milliseconds(1), 3000)
            << "waits for nothing that goes on";
        close_pipe();
        return code;
    }
    /// Nobody of the program's lives a second after it.
    static void expect_no_process() {
        const auto until = Clock::now() + std::chrono::seconds(1);
        std::string living = "not looked";
        while (!living.empty() && Clock::now() < until) {
            while (waitpid(-1, nullptr, WNOHANG) > 0) {
            }
            std::ifstream list("/proc/self/task/" + std::to_string(getpid()) + "/children");
            std::getline(list, living);
            usleep(5000);
        }
        EXPECT_THAT(living, IsEmpty());
        std::istringstream found(living);
        for (pid_t each = 0; found >> each;) {
            kill(each, SIGKILL);  // it would go on after the test
        }
    }
    Words left_over() const {
        Words found;
        for (const auto& each : fs::recursive_directory_iterator(folder_.path())) {
            const std::string name = each.path().filename().string();
            if (name.rfind(".flitscope-", 0) == 0 || name.rfind("flitscope-rtl-", 0) == 0) {
                found.push_back(name);
            }
        }
        return found;
    }
    /// What has its final name is complete.
    void expect_whole_files(const std::string& result) const {
        if (folder_.has(result)) {
            EXPECT_NO_THROW(Json::parse(folder_.read(result))) << result;
        }
        if (folder_.has("run.vcd")) {
            EXPECT_EQ(folder_.read("run.vcd").back(), '\n');
        }
        for (const auto& each : fs::recursive_directory_iterator(folder_.path())) {
            if (each.path().extension() == ".plugin") {
                EXPECT_TRUE(fs::exists(fs::path(each.path()).replace_extension(".so")));
            }
        }
    }

    void expect_nothing_left(const Words& arguments, const std::string& result, int within_ms) {
        for (int moment = 0; moment < kMoments; ++moment) {
            for (const int signal : {SIGTERM, SIGINT}) {
                const int code = end(arguments, signal, within_ms);
                // Before the program looks for signals they end it.
                EXPECT_THAT(code, AnyOf(0, 128 + signal, 1000 + signal));
                expect_no_process();
                EXPECT_THAT(left_over(), IsEmpty());
                expect_whole_files(result);
            }
        }
    }
    void expect_killed_cleanly(const Words& arguments, const Words& next, const std::string& result,
                               int within_ms) {
        for (int moment = 0; moment < kMoments; ++moment) {
            end(arguments, SIGKILL, within_ms);
            expect_no_process();
            expect_whole_files(result);
            EXPECT_EQ(run_flitscope(folder_.path(), next).code, 0);
            EXPECT_THAT(left_over(), IsEmpty());
        }
    }

    TemporaryFolder folder_;
    int out_ = -1;
    std::mt19937 random_{20260722};
};

const Words kRun = {"run", "endless.yaml", "--events", "log", "--out", "."};
const Words kCrosscheck = {"crosscheck", "endless.yaml", "--out", "."};
/// Well into the build, which takes longer than anything here waits; CMake alone takes a second.
constexpr int kBuilding = 3000;
const Words kAdd = {"rtl", "add", "rtl.yaml", "--out", "sets"};

Words shortened_run(Words words) {
    words.insert(words.end(), {"--set", "measure.max_cycles=500"});
    return words;
}

TEST_F(Processes, ARunEndedByASignalLeavesNothing) {
    expect_nothing_left(kRun, "result.json", 300);
}

TEST_F(Processes, APipeThatNobodyReadsKeepsNoSignalWaiting) {
    for (const char* const name : {"pipe", "result.json"}) {
        ASSERT_EQ(mkfifo((folder_.path() / name).c_str(), 0600), 0);
    }
    const Words result = {"run",    "endless.yaml", "--set",
                          "waves=", "--set",        "measure.max_cycles=9"};
    for (const Words& words : {Words{"run", "endless.yaml", "--events", "pipe", "--out", "new"},
                               result, Words{"topology", "endless.yaml", "--dot", "pipe"}}) {
        expect_nothing_left(words, "none", 150);
    }
}

/// One of them has a message in a thousand million periods.
TEST_F(Processes, ASearchForRareMessagesKeepsNoSignalWaiting) {
    expect_nothing_left(
        {"run", "endless.yaml", "--set", "waves=", "--set", "level=fast", "--set",
         "traffic={arrivals: on_off, rate: 1e-9, on_mean: 1, off_mean: 1}", "--out", "."},
        "result.json", 150);
}

TEST_F(Processes, ACrosscheckEndedByASignalLeavesNothing) {
    expect_nothing_left(kCrosscheck, "crosscheck.json", 300);
}

TEST_F(Processes, ABuildEndedByASignalLeavesNothing) {
    expect_nothing_left(kAdd, "sets/none", kBuilding);
}

TEST_F(Processes, AKilledRunLeavesNoProcessAndNoBrokenFile) {
    expect_killed_cleanly(kRun, shortened_run(kRun), "result.json", 300);
}

TEST_F(Processes, AKilledCrosscheckLeavesNoProcessAndNoBrokenFile) {
    expect_killed_cleanly(kCrosscheck, shortened_run(kCrosscheck), "crosscheck.json", 300);
}

TEST_F(Processes, AKilledSweepLeavesNoProcess) {
    for (int moment = 0; moment < kMoments; ++moment) {
        end({"sweep", "sweep.yaml", "--out", "results", "--jobs", "2"}, SIGKILL, 300);
        expect_no_process();
    }
}

TEST_F(Processes, AKilledBuildLeavesNoProcessAndNoBrokenFile) {
    // The next one has its set built in.
    expect_killed_cleanly(kAdd, {"rtl", "add", "-", "--out", "sets"}, "sets/none", kBuilding);
}

TEST_F(Processes, WhatAKilledBuildLeftGoesWithTheNextOne) {
    // As a build leaves it that is killed before its guardian lives.
    fs::create_directory(temporary() / "flitscope-rtl-killed");
    EXPECT_EQ(run_flitscope(folder_.path(), {"rtl", "add", "-", "--out", "sets"}).code, 0);
    EXPECT_THAT(left_over(), IsEmpty());
}

TEST_F(Processes, AClosedPipeLeavesNothing) {
    const std::vector<std::pair<Words, std::string>> commands = {
        {shortened_run(kRun), "result.json"},
        {shortened_run(kCrosscheck), "crosscheck.json"},
        {{"rtl", "add", "-", "--out", "sets"}, "sets/none"}};
    for (int moment = 0; moment < kMoments; ++moment) {
        for (const auto& [arguments, result] : commands) {
            const pid_t child = start(arguments);
            wait_a_moment(50);
            close_pipe();
            EXPECT_THAT(code_of(child), AnyOf(0, 7));
            expect_no_process();
            EXPECT_THAT(left_over(), IsEmpty());
            expect_whole_files(result);
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
