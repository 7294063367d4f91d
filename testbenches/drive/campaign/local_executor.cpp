#include "testbenches/drive/campaign/local_executor.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <set>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/worker_pool.h"
#include "testbenches/drive/compare/forked_run.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/shell_quoted.h"

namespace flitscope::tb {

namespace {

// Exit codes of `sweep point`: those of every command.
constexpr int kWorkerDone = 0;
constexpr int kWorkerFailed = 1;
constexpr int kWorkerRefused = 2;
constexpr int kWorkerUnwritten = 7;

/// The command that runs a point of the results directory `folder`.
std::vector<std::string> task_words(const std::string& folder, const PlannedPoint& point) {
    return {this_program_path(), "sweep", "point", folder, std::to_string(point.number)};
}

/// The last line that a worker printed, without the name of the program.
std::string last_line(std::string text) {
    text.erase(text.find_last_not_of('\n') + 1);
    text.erase(0, text.rfind('\n') + 1);  // npos + 1: 0
    const std::string name = "flitscope: ";
    return text.rfind(name, 0) == 0 ? text.substr(name.size()) : text;
}

/// The worker has recorded why it failed; in a search, that of the point that failed.
bool is_recorded(const std::string& output, int code) {
    return code == kWorkerFailed && output.find(attempt_title(kAttempts)) != std::string::npos;
}

}  // namespace

std::string tasks_text(const std::string& folder, const std::vector<PlannedPoint>& points) {
    for (const std::string& path : {folder, this_program_path()}) {
        if (path.find('\n') != std::string::npos) {
            throw ConfigError(
                {{path, 0},
                 "has a line break in its path, but task files have one task per line",
                 "a path on one line"});
        }
    }
    std::string text;
    for (const PlannedPoint& each : points) {
        std::string line;
        for (const std::string& word : task_words(folder, each)) {
            line += (line.empty() ? "" : " ") + shell_quoted(word);
        }
        text += line + "\n";
    }
    return text;
}

SweepStatus run_locally(const ResultsDirectory& results, const std::vector<PlannedPoint>& points,
                        SweepStatus status, int jobs, const InterruptSignal& interrupt,
                        const std::function<void(const SweepStatus& status)>& show) {
    const auto count = [&](bool done) {
        ++(done ? status.done : status.failed);
        const std::int64_t left = status.points - status.done - status.failed;
        status.running = std::min<std::int64_t>(left, jobs);
        status.missing = left - status.running;
    };
    std::deque<std::size_t> waiting;
    for (std::size_t i = 0; i < points.size(); ++i) {
        waiting.push_back(i);
        // It failed in an earlier sweep and is tried again now.
        std::error_code none;
        std::filesystem::remove(results.failed_file(points[i].hash), none);
    }
    ::setenv(kSweepProcess, std::to_string(::getpid()).c_str(), 1);
    std::set<std::size_t> tried;
    WorkerPool pool(jobs, interrupt);
    while (!waiting.empty() || !pool.idle()) {
        while (!waiting.empty() && !pool.full()) {
            const std::size_t next = waiting.front();
            waiting.pop_front();
            pool.start(static_cast<std::int64_t>(next), task_words(results.path(), points[next]));
        }
        show(status);
        const std::optional<WorkerEnd> end = pool.wait_one();
        if (!end) {
            continue;
        }
        const std::string output = end->output->end();
        const auto index = static_cast<std::size_t>(end->id);
        const PlannedPoint& point = points[index];
        if (end->code == kWorkerUnwritten) {
            throw OutputError(last_line(output));
        }
        if (end->code == kWorkerRefused) {  // somebody changed the folder
            throw std::runtime_error("a worker was refused: " + last_line(output));
        }
        if (end->code == kWorkerDone || is_recorded(output, end->code)) {
            count(end->code == kWorkerDone);
        } else if (tried.insert(index).second) {
            waiting.push_front(index);
        } else {
            write_file(results.failed_file(point.hash),
                       "point " + std::to_string(point.number) + ": worker " +
                           how_it_ended(end->code) + "\n" + output,
                       Links::replace);
            count(false);
        }
    }
    return status;
}

}  // namespace flitscope::tb
