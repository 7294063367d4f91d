// `flitscope sweep --executor` with executors that a shell plays.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <thread>

#include "testbenches/tests/program/sweep_command/sweep_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kAllSixDone = "6 points: 6 done, 0 failed, 0 missing, 0 running\n";

/// A scheduler with a queue in the file `queue`: jobs wait there until the test runs them.
constexpr const char* kQueue =
    "submit: |\n"
    "  test \"{partition}\" != closed || exit 3\n"
    "  id=$(($(cat next) + 1)); echo $id > next\n"
    "  for i in $(seq 0 {last}); do echo \"$id $i\" >> queue; done\n"
    "  echo {script} > script$id\n"
    "  echo submitted as\n"
    "  echo $id\n"
    "running: cat queue\n"
    "cancel: sed -i '/^{job} /d' queue; ! grep -q stuck next\n"
    "index: TASK\n"
    "setup: export GREETING=\"$GREETING, all\"\n"
    "most_tasks: 2\n";

class SweepExecutor : public SweepCli {
protected:
    SweepExecutor() {
        folder_.write("queue.yaml", kQueue);
        folder_.write("queue", "7 0\n7\n");  // of others
        folder_.write("next", "10\n");
    }
    Finished submit(const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"sweep",      "sweep.yaml",   "--out",       "results",
                                          "--executor", "./queue.yaml", "--partition", "p"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
    /// As a node does it.
    void run_task(int job, int task) {
        const std::string command = "cd '" + folder_.path().string() +
                                    "' && TASK=" + std::to_string(task) + " sh $(cat script" +
                                    std::to_string(job) + ") && sed -i '/^" + std::to_string(job) +
                                    " " + std::to_string(task) + "$/d' queue";
        EXPECT_EQ(std::system(command.c_str()), 0);
    }
};

TEST_F(SweepExecutor, PointsGoInTasksOfChunksAndJobsOfSoManyTasks) {
    const Finished first = submit({"--chunk", "0.2e1", "--environment", "GREETING=hello"});
    EXPECT_EQ(first.code, 0) << first.err;
    EXPECT_EQ(first.out,
              "job 11: 4 points in 2 tasks\njob 12: 2 points in 1 tasks\n"
              "6 points: 0 done, 0 failed, 6 missing, 0 running, 6 of the missing submitted\n");
    EXPECT_THAT(folder_.read("results/jobs/1/script"),
                HasSubstr("export GREETING=hello\n"
                          "export GREETING=\"$GREETING, all\""));
    run_task(11, 1);
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "6 points: 2 done, 0 failed, 4 missing, 0 running, 4 of the missing submitted\n");
    run_task(11, 0);
    run_task(12, 0);
    EXPECT_EQ(run({"sweep", "status", "results"}).out, kAllSixDone);
    EXPECT_EQ(run({"sweep", "sweep.yaml", "--out", "local"}).code, 0);
    EXPECT_EQ(points("results"), points("local"));
    EXPECT_EQ(folder_.read("results/jobs/1/0.log"), "");
    const std::string without_number = "sh " + (folder_.path() / "results/jobs/1/script").string();
    EXPECT_EQ(WEXITSTATUS(std::system((without_number + " 2> /dev/null").c_str())), 2);
}

TEST_F(SweepExecutor, OnlyWhatIsMissingAndInNoJobIsSubmittedAgain) {
    submit();
    EXPECT_EQ(Json::parse(submit({"--json"}).out)["jobs"].dump(), "[]");
    folder_.write("queue", "11 0\n13\n");  // three tasks are lost with their nodes
    EXPECT_EQ(submit().out,
              "job 14: 2 points in 2 tasks\njob 15: 1 points in 1 tasks\n"
              "6 points: 0 done, 0 failed, 6 missing, 0 running, 6 of the missing submitted\n");
}

TEST_F(SweepExecutor, AQueueOfMebibytesIsReadToItsEnds) {
    std::string text = kQueue;
    text.insert(text.find("cat queue\n") + 9, "; seq -f 'other %.0f' 200000");
    folder_.write("queue.yaml", text);
    submit();
    EXPECT_EQ(Json::parse(submit({"--json"}).out)["jobs"].dump(), "[]");
    EXPECT_EQ(folder_.read("next"), "13\n");
}

TEST_F(SweepExecutor, ASearchIsATaskAndItsPointsAreOneOfTheCounts) {
    folder_.write("sweep.yaml",
                  "base: base.yaml\naxes: {router.virtual_channels: [1, 2]}\n"
                  "saturation: {precision: 0.25}\n");
    EXPECT_EQ(submit({"--chunk", "4"}).out,
              "job 11: 4 points in 1 tasks\n"
              "4 points: 0 done, 0 failed, 4 missing, 0 running, 4 of the missing submitted\n");
    EXPECT_EQ(Json::parse(submit({"--json"}).out)["jobs"].size(), 0U);
    run_task(11, 0);
    EXPECT_EQ(submit({"--wait"}).out, "4 points: 4 done, 0 failed, 0 missing, 0 running\n");
}

TEST_F(SweepExecutor, TwoAtOnceSubmitThePointsOnce) {
    const std::string both = "cd '" + folder_.path().string() + "'; for i in 1 2 3; do " +
                             FLITSCOPE_PROGRAM +
                             " sweep sweep.yaml --out results --executor ./queue.yaml --quiet & "
                             "done; wait";
    EXPECT_EQ(std::system(both.c_str()), 0);
    EXPECT_EQ(folder_.read("next"), "13\n");
}

TEST_F(SweepExecutor, CancelsItsOwnJobs) {
    submit();
    EXPECT_EQ(run({"sweep", "cancel", "results"}).out,
              "cancelled job 11: 2 points in 2 tasks\ncancelled job 12: 2 points in 2 tasks\n"
              "cancelled job 13: 2 points in 2 tasks\n");
    EXPECT_EQ(folder_.read("queue"), "7 0\n7\n");
    EXPECT_EQ(run({"sweep", "cancel", "results"}).out, "no job waits or runs\n");
    EXPECT_EQ(Json::parse(run({"sweep", "cancel", "results", "--json"}).out)["cancelled"].dump(),
              "[]");
    const Finished waited = submit({"--wait", "--dry-run"});
    EXPECT_EQ(waited.code, 0);
    submit();
    folder_.write("next", "stuck\n");
    expect_usage_error({"sweep", "cancel", "results"}, "not cancelled: exit code 1");
}

TEST_F(SweepExecutor, AnExecutorThatRunsThemItselfIsOverWhenItEnds) {
    folder_.write("here.yaml", "submit: seq 0 {last} | xargs -n 1 sh {script}\n");
    const std::vector<std::string> words = {"sweep",   "sweep.yaml", "--out",
                                            "results", "--executor", "here.yaml"};
    const Finished done = run(words);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, kAllSixDone);
    EXPECT_EQ(run(words).out, kAllSixDone);
    folder_.write("none.yaml", "submit: \"true {script}\"\n");
    const Finished lost = run({"sweep", "sweep.yaml", "--out", "other", "--executor", "none.yaml"});
    EXPECT_EQ(lost.code, 1);
    EXPECT_THAT(lost.err, HasSubstr("6 are missing and in no job"));
}

TEST_F(SweepExecutor, ATaskThatFailsIsNoRefusalByWhoRanIt) {
    folder_.write("deadlock.yaml", kOneFails);
    folder_.write("here.yaml",
                  "submit: |\n  echo ssh said so >&2\n  seq 0 {last} | xargs -n 1 sh {script}\n");
    const Finished some =
        run({"sweep", "deadlock.yaml", "--out", "results", "--executor", "here.yaml"});
    EXPECT_EQ(some.code, 1);
    EXPECT_EQ(some.out, "2 points: 1 done, 1 failed, 0 missing, 0 running\n");
    EXPECT_THAT(some.err, HasSubstr("1 points failed"));
    EXPECT_EQ(folder_.read("results/jobs/1/submit.log"), "exit code 123: ssh said so\n");
    EXPECT_THAT(folder_.read("results/jobs/1/0.log") + folder_.read("results/jobs/1/1.log"),
                HasSubstr("deadlock: refuse: not simulated"));
}

TEST_F(SweepExecutor, TasksThatRanAreKeptWhereTheirJobWasNotTaken) {
    folder_.write("half.yaml",
                  "submit: sh {script} 0; echo the rest is lost; exit 5\nrunning: \"true\"\n");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "results", "--executor", "half.yaml"},
                       "half.yaml: submit: exit code 5: the rest is lost");
    EXPECT_TRUE(folder_.has("results/jobs/1/0.log"));
}

TEST_F(SweepExecutor, WaitsForJobsThatAreStillThere) {
    folder_.write("later.yaml",
                  "submit: (sleep 1; seq 0 {last} | xargs -n 1 sh {script}; rm busy) > /dev/null "
                  "2>&1 & touch busy; echo 5\n"
                  "running: test ! -e busy || echo 5\n");
    const Finished done =
        run({"sweep", "sweep.yaml", "--out", "results", "--executor", "later.yaml", "--wait"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, std::string("job 5: 6 points in 6 tasks\n") + kAllSixDone);
}

TEST_F(SweepExecutor, CtrlCLosesNoJobThatIsTaken) {
    // As a terminal does it: to all of the process group.
    folder_.write("pressed.yaml",
                  "submit: |\n  kill -s INT -- -$(cut -d ' ' -f 5 /proc/$PPID/stat)\n"
                  "  sleep 0.2; true {script}; echo 5\n"
                  "running: echo 5\nmost_tasks: 3\n");
    const std::string command = "cd '" + folder_.path().string() + "' && setsid --wait " +
                                FLITSCOPE_PROGRAM +
                                " sweep sweep.yaml --out results --executor ./pressed.yaml";
    const int status = std::system(command.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
    EXPECT_EQ(run({"sweep", "status", "results"}).out,
              "6 points: 0 done, 0 failed, 6 missing, 0 running, 3 of the missing submitted\n");
    EXPECT_FALSE(folder_.has("results/jobs/2"));
}

/// A scheduler that is asked once before it submits, and by --wait from then on.
std::string scheduler_that_answers(const std::string& answer) {
    return "submit: \"true {script}; echo 5\"\nrunning: |\n  echo >> looks; looks=$(wc -l < "
           "looks)\n  " +
           answer + "\n";
}

TEST_F(SweepExecutor, WaitsForASchedulerThatIsAwayForAWhile) {
    folder_.write("away.yaml",
                  scheduler_that_answers("test $looks -gt 3 || { echo away; exit 1; }"));
    const Finished waited =
        run({"sweep", "sweep.yaml", "--out", "results", "--executor", "away.yaml", "--wait"});
    EXPECT_EQ(waited.code, 1);
    EXPECT_EQ(waited.out,
              "job 5: 6 points in 6 tasks\n6 points: 0 done, 0 failed, 6 missing, 0 running\n");
    const std::string words = "which jobs run is unknown: exit code 1: away; asked again\n";
    EXPECT_THAT(waited.err, HasSubstr(words));
    EXPECT_EQ(waited.err.find(words), waited.err.rfind(words)) << "said once";
    EXPECT_EQ(folder_.read("looks"), "\n\n\n\n");
}

TEST_F(SweepExecutor, GivesUpOnASchedulerThatIsGone) {
    folder_.write("gone.yaml", scheduler_that_answers("echo gone; exit 1"));
    const Finished waited =
        run({"sweep", "sweep.yaml", "--out", "results", "--executor", "gone.yaml", "--wait"});
    EXPECT_EQ(waited.code, 2);
    EXPECT_THAT(waited.err, testing::EndsWith("which jobs run is unknown: exit code 1: gone\n"));
    EXPECT_TRUE(folder_.has("results/jobs/1/job.json"));
}

TEST_F(SweepExecutor, DoesNotWaitForARecordThatIsDamaged) {
    folder_.write("damages.yaml",
                  scheduler_that_answers("echo '{}' > results/jobs/1/job.json; echo 5"));
    const Finished waited =
        run({"sweep", "sweep.yaml", "--out", "results", "--executor", "damages.yaml", "--wait"});
    EXPECT_EQ(waited.code, 2);
    EXPECT_THAT(waited.err, HasSubstr("results/jobs/1/job.json: damaged"));
}

/// An executor that simulates the points itself, once, while the test goes on.
class SweepThatHasTheFolder : public SweepExecutor {
protected:
    SweepThatHasTheFolder() {
        folder_.write("sweep.yaml", kOneFails);
        folder_.write("slow.yaml",
                      "submit: |\n  echo >> runs; touch began; sleep 1\n"
                      "  seq 0 {last} | xargs -n 1 sh {script}\n");
        other_ = std::async(std::launch::async, [this] { return run(words_); });
        while (!folder_.has("began")) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }

    std::vector<std::string> words_ = {"sweep",   "sweep.yaml", "--out",
                                       "results", "--executor", "slow.yaml"};
    std::future<Finished> other_;
};

TEST_F(SweepThatHasTheFolder, IsWaitedForAndWhatItDidIsNotDoneAgain) {
    const Finished second = run(words_);
    EXPECT_EQ(second.code, 1);
    EXPECT_EQ(second.out, "2 points: 1 done, 1 failed, 0 missing, 0 running\n");
    EXPECT_THAT(second.err, HasSubstr("results; waiting for it\n"));
    EXPECT_EQ(other_.get().out, second.out);
    EXPECT_EQ(folder_.read("runs"), "\n");
    EXPECT_EQ(run(words_).code, 1);
    EXPECT_EQ(folder_.read("runs"), "\n\n") << "what failed before is tried again";
}

TEST_F(SweepThatHasTheFolder, IsNotWaitedForAfterCtrlC) {
    ProcessOptions options;
    options.signal = SIGINT;
    options.signal_when = "waiting for it";
    EXPECT_EQ(run(words_, options).code, 128 + SIGINT);
    EXPECT_EQ(other_.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
}

TEST_F(SweepExecutor, RefusesWhatCannotBeMeant) {
    const auto refused = [&](std::vector<std::string> more, const std::string& message) {
        std::vector<std::string> words = {"sweep", "sweep.yaml", "--out", "d"};
        words.insert(words.end(), more.begin(), more.end());
        expect_usage_error(words, message);
        EXPECT_FALSE(folder_.has("d")) << message;
    };
    refused({"--executor", "slurn"},
            "--executor slurn: there is no such executor; accepted: local, "
            "slurm, or a file (docs/cluster.md); did you mean \"slurm\"?");
    refused({"--executor", "./none.yaml"}, "none.yaml: cannot be opened");
    refused({"--executor", "queue.yaml", "--time", "5"},
            "--time 5: queue.yaml does not use it; accepted: an executor with {time}");
    refused({"--executor", "queue.yaml", "--jobs", "5"}, "--jobs is for --executor local");
    refused({"--executor", "queue.yaml", "--chunk", "0"},
            "--chunk: 0: out of range; accepted: a whole number 1..");
    refused({"--executor", "queue.yaml", "--environment", "1A=5"},
            "--environment 1A=5: not a variable");
    refused({"--executor", "queue.yaml", "--environment", "A"}, "accepted: NAME=VALUE");
    for (const char* const option : {"--executor", "--partition", "--time", "--memory"}) {
        refused({option, ""},
                std::string(option) + ": is empty; accepted: a value, or no such option");
    }
    refused({"--partition", "p"}, "they need --executor slurm or --executor FILE");
    refused({"--executor", "local", "--chunk", "4"}, "they need --executor slurm");
    folder_.write("absent.yaml", "submit: no_such_program {script}\n");
    refused({"--executor", "absent.yaml"},
            "absent.yaml: there is no program no_such_program on this machine");
    expect_usage_error({"sweep", "sweep.yaml", "--out", "two\nlines"},
                       "has a line break in its path");
    expect_usage_error({"sweep", "cancel", "."}, "holds no sweep");
    submit();
    folder_.write("other.yaml", "base: base.yaml\naxes: {router.pipeline: [2]}\n");
    expect_usage_error({"sweep", "other.yaml", "--out", "results", "--executor", "./queue.yaml"},
                       "holds another sweep");
    expect_usage_error({"sweep", "cancel", "results", "--wait"}, "nor the options of an executor");
}

TEST_F(SweepExecutor, WhatAnExecutorDoesNotTakeIsSaidInItsWords) {
    const std::vector<std::string> words = {"sweep", "sweep.yaml", "--out", "results",
                                            "--executor"};
    const auto with = [&](const char* text) {
        folder_.write("made.yaml", text);
        std::vector<std::string> all = words;
        all.emplace_back("made.yaml");
        return all;
    };
    expect_usage_error(with("submit: echo we are closed >&2; exit 4; {script}\n"),
                       "made.yaml: submit: exit code 4: we are closed");
    expect_usage_error(with("submit: \"true {script}\"\nrunning: cat queue\n"),
                       "accepted: a job's id in the last line it prints");
    EXPECT_TRUE(fs::is_empty(folder_.path() / "results/jobs"));
    submit();
    fs::remove(folder_.path() / "queue");
    const Finished status = run({"sweep", "status", "results"});
    EXPECT_EQ(status.code, 0);
    EXPECT_EQ(status.out, "6 points: 0 done, 0 failed, 6 missing, 0 running\n");
    EXPECT_THAT(status.err,
                HasSubstr("warning: cat queue: which jobs run is unknown: exit code 1"));
    expect_usage_error({"sweep", "sweep.yaml", "--out", "results", "--executor", "queue.yaml"},
                       "which jobs run is unknown");
    folder_.write("queue", "");
    folder_.write("results/jobs/1/job.json", "{}");
    expect_usage_error({"sweep", "cancel", "results"}, "jobs/1/job.json: damaged");
}

}  // namespace
}  // namespace flitscope::tb
