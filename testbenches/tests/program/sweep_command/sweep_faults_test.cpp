// Sweeps under what happens to them: kills at random moments, full disks, company. What comes out
// in the end is what an undisturbed sweep gives.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "testbenches/tests/program/sweep_command/sweep_fixture.h"
#include "testbenches/tests/support/little_room.h"
#include "testbenches/tests/support/sized.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const int kMoments = sized(8, 50);
constexpr const char* kAllTwelveDone = "12 points: 12 done, 0 failed, 0 missing, 0 running\n";

class SweepFaults : public SweepCli {
protected:
    SweepFaults() {
        prctl(PR_SET_CHILD_SUBREAPER, 1);  // workers that lost their sweep can be seen
        folder_.write("sweep.yaml",
                      "base: base.yaml\n"
                      "axes: {traffic.load: [0.1, 0.2, 0.3], router.pipeline: [1, 3]}\n"
                      "replicas: 2\n");
        EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "undisturbed"}).code, 0);
        expected_ = collected("undisturbed");
    }

    pid_t start(const std::string& results) const {
        const pid_t child = fork();
        if (child == 0) {
            restore_signals();
            if (chdir(folder_.path().c_str()) == 0) {
                execl(FLITSCOPE_PROGRAM, FLITSCOPE_PROGRAM, "sweep", "sweep.yaml", "--out",
                      results.c_str(), "--jobs", "2", "--quiet", nullptr);
            }
            _exit(127);
        }
        return child;
    }
    static int end_of(pid_t process) {
        int status = 0;
        waitpid(process, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    static void reap_all() {
        while (waitpid(-1, nullptr, 0) > 0) {
        }
    }

    /// Processes whose parent is `parent`.
    static std::vector<pid_t> children_of(pid_t parent) {
        const std::string task = std::to_string(parent);
        std::ifstream list("/proc/" + task + "/task/" + task + "/children");
        std::vector<pid_t> found;
        for (pid_t each = 0; list >> each;) {
            found.push_back(each);
        }
        return found;
    }

    /// results.csv without what depends on the machine.
    std::string collected(const std::string& results) {
        EXPECT_EQ(run({"sweep", "collect", results}).code, 0);
        std::istringstream csv(folder_.read(results + "/results.csv"));
        std::string line;
        std::getline(csv, line);
        const std::size_t front = static_cast<std::size_t>(
            std::count(line.begin(),
                       line.begin() + static_cast<std::ptrdiff_t>(line.find("performance.")), ','));
        std::string text;
        do {
            std::size_t end = 0;
            for (std::size_t i = 0; i < front; ++i) {
                end = line.find(',', end) + 1;
            }
            text += line.substr(0, end) + "\n";
        } while (std::getline(csv, line));
        return text;
    }

    void expect_as_undisturbed(const std::string& results) {
        reap_all();
        const Finished last = run({"sweep", "sweep.yaml", "--out", results});
        EXPECT_EQ(last.code, 0) << last.err;
        EXPECT_EQ(last.out, kAllTwelveDone);
        EXPECT_EQ(last.err, "") << "nothing was damaged";
        EXPECT_EQ(collected(results), expected_);
        EXPECT_TRUE(fs::is_empty(folder_.path() / results / "failed"));
        EXPECT_TRUE(fs::is_empty(folder_.path() / results / "running"));
    }

    std::string expected_;
    std::mt19937 random_{1};
};

TEST_F(SweepFaults, KilledAtAnyMomentItLosesNothing) {
    for (int i = 0; i < kMoments; ++i) {
        const pid_t sweep = start("results");
        usleep(random_() % 150000);
        kill(sweep, SIGKILL);
        end_of(sweep);
        if (i % 8 == 7) {  // it may have come to the end
            expect_as_undisturbed("results");
            fs::remove_all(folder_.path() / "results");
        }
    }
    expect_as_undisturbed("results");
}

TEST_F(SweepFaults, AKilledWorkerIsStartedOnceMore) {
    for (int i = 0; i < kMoments; ++i) {
        fs::remove_all(folder_.path() / "results");
        const pid_t sweep = start("results");
        usleep(20000 + random_() % 60000);
        const std::vector<pid_t> workers = children_of(sweep);
        if (!workers.empty()) {
            const pid_t worker = workers[random_() % workers.size()];
            const std::vector<pid_t> simulating = children_of(worker);
            // The one that simulates, as the kernel does where memory ends, or who looks after it.
            kill(simulating.empty() || i % 2 == 0 ? worker : simulating.front(), SIGKILL);
        }
        EXPECT_EQ(end_of(sweep), 0);
        EXPECT_EQ(collected("results"), expected_);
    }
    expect_as_undisturbed("results");
}

TEST_F(SweepFaults, AWorkerThatIsKilledTwiceIsRecordedAndTheSweepGoesOn) {
    folder_.write("base.yaml",
                  "topology: {kind: mesh, size: [4, 4]}\n"
                  "measure: {relative_error: 1e-6, max_cycles: 1000000000000}\n");  // endless
    folder_.write("sweep.yaml", "base: base.yaml\naxes: {router.pipeline: [1, 2, 3]}\n");
    const pid_t sweep = start("results");
    std::set<pid_t> killed;
    int status = 0;
    while (waitpid(sweep, &status, WNOHANG) == 0) {
        for (const pid_t worker : children_of(sweep)) {
            kill(worker, SIGKILL);
            killed.insert(worker);
        }
        usleep(2000);
    }
    EXPECT_EQ(WEXITSTATUS(status), 1);
    EXPECT_EQ(killed.size(), 6U) << "each point twice";
    int recorded = 0;
    for (const auto& each : fs::directory_iterator(folder_.path() / "results/failed")) {
        EXPECT_THAT(folder_.read("results/failed/" + each.path().filename().string()),
                    HasSubstr("worker ended by Killed"));
        ++recorded;
    }
    EXPECT_EQ(recorded, 3);
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "3 points: 0 done, 3 failed, 0 missing, 0 running\n");
    reap_all();
}

TEST_F(SweepFaults, SweepsInOneFolderShareThePoints) {
    const pid_t one = start("results");
    const pid_t other = start("results");
    EXPECT_EQ(end_of(one), 0);
    EXPECT_EQ(end_of(other), 0);
    expect_as_undisturbed("results");
}

TEST_F(SweepFaults, DifferentSweepsInOneFolderAtOnceAreOne) {
    folder_.write("other.yaml", "base: base.yaml\naxes: {router.pipeline: [2]}\n");
    const pid_t one = start("results");
    const int other = run({"sweep", "other.yaml", "--out", "results"}).code;
    const int first = end_of(one);
    EXPECT_THAT((std::vector<int>{first, other}), testing::UnorderedElementsAre(0, 2));
}

TEST_F(SweepFaults, AFileSystemThatCannotReplaceFilesAtOnceIsRefused) {
    for (const char* const kind : {"refuses", "gap"}) {
        setenv("LD_PRELOAD", FLITSCOPE_OTHER_RENAME, 1);
        setenv("OTHER_RENAME", kind, 1);
        expect_usage_error({"sweep", "sweep.yaml", "--out", "results"},
                           "results: is on a file system that cannot replace a file "
                           "atomically: ");
        unsetenv("LD_PRELOAD");
        EXPECT_TRUE(fs::is_empty(folder_.path() / "results/points"));
    }
    expect_as_undisturbed("results");
}

TEST_F(SweepFaults, AFullDiskEndsItAndLosesNothing) {
    LittleRoom room(folder_.path() / "results");
    const Finished full =
        run({"sweep", "sweep.yaml", "--out", "results", "--jobs", "2"}, room.options());
    EXPECT_EQ(full.code, 7) << full.out;
    EXPECT_THAT(full.err, HasSubstr(std::string("cannot be written: ") + room.reason()));
    const Finished again = run({"sweep", "sweep.yaml", "--out", "results"}, room.options());
    EXPECT_EQ(again.code, 7);
    EXPECT_EQ(again.err.find("checksum"), std::string::npos) << again.err;
    room.grow();
    expect_as_undisturbed("results");
}

}  // namespace
}  // namespace flitscope::tb
