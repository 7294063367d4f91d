#include "testbenches/program/commands/job_sweep.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <thread>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/commands/progress_display.h"
#include "testbenches/program/console/whole_number.h"

namespace flitscope::tb {

namespace {

using Clock = std::chrono::steady_clock;

/// Looking at the results takes at most a twentieth of the time. A scheduler is asked at most twice
/// a second, and less often the longer the jobs take.
constexpr int kRestPerLook = 20;
constexpr int kLooksPerWait = 30;
constexpr auto kShortestRest = std::chrono::milliseconds(500);
constexpr auto kLongestRest = std::chrono::seconds(60);
/// So many looks in a row may pass without an answer of the scheduler. That is 5 s, or a third of
/// the time waited before, but at most 10 min, and 20 times what asking takes.
constexpr int kLooksWithoutAnswer = 10;

void rest(Clock::duration time, const InterruptSignal& interrupt) {
    for (const auto end = Clock::now() + time; Clock::now() < end;) {
        throw_if_interrupted(&interrupt);
        std::this_thread::sleep_for(std::chrono::milliseconds(kLookForSignalMs));
    }
}

std::vector<PlannedPoint> points_of(const std::vector<SubmittedJob>& jobs) {
    std::vector<PlannedPoint> points;
    for (const SubmittedJob& each : jobs) {
        points.insert(points.end(), each.points.begin(), each.points.end());
    }
    return points;
}

std::string job_line(const SubmittedJob& job) {
    const auto points = static_cast<std::int64_t>(job.points.size());
    return "job " + job.id + ": " + std::to_string(points) + " points in " +
           std::to_string((points + job.chunk - 1) / job.chunk) + " tasks\n";
}

nlohmann::ordered_json ids_of(const std::vector<SubmittedJob>& jobs) {
    nlohmann::ordered_json ids = nlohmann::ordered_json::array();
    for (const SubmittedJob& each : jobs) {
        ids.push_back(each.id);
    }
    return ids;
}

}  // namespace

void JobSweep::declare(CLI::App& app) {
    const auto not_empty = [](const std::string& text) {  // as of a variable that is not set
        return std::string(text.empty() ? "is empty; accepted: a value, or no such option" : "");
    };
    app.add_option("--executor", executor_,
                   "what runs the points: local (default), slurm, or a file (docs/cluster.md)")
        ->check(not_empty)
        ->type_name("NAME|FILE");
    app.add_flag("--wait", wait_, "waits until the jobs are over");
    app.add_option("--chunk", chunk_, "points per task of a job; default: 1")
        ->transform(whole_number(1, kMostSweepPoints))
        ->type_name("N");
    const std::tuple<const char*, const char*, const char*> placeholders[] = {
        {"partition", "of the cluster, for the jobs", "P"},
        {"time", "a task may take, as the scheduler writes it", "T"},
        {"memory", "a task may take, as the scheduler writes it", "M"}};
    for (const auto& [name, help, type] : placeholders) {
        app.add_option_function<std::string>(
               std::string("--") + name,
               [this, name = name](const std::string& value) { submission_.values[name] = value; },
               help)
            ->check(not_empty)
            ->type_name(type);
    }
    app.add_option("--environment", submission_.environment,
                   "a variable of the tasks' environment; may be repeated")
        ->allow_extra_args(false)
        ->type_name("NAME=VALUE");
}

bool JobSweep::given() const { return !executor_.empty() || wait_ || given_for_jobs(); }

/// Whether an option was given that only jobs have.
bool JobSweep::given_for_jobs() const {
    return chunk_ > 0 || !submission_.values.empty() || !submission_.environment.empty();
}

void JobSweep::check() {
    if (!chosen()) {
        if (given_for_jobs()) {
            throw UsageError(
                "--chunk, --partition, --time, --memory and --environment are for jobs: they need "
                "--executor slurm or --executor FILE");
        }
        return;
    }
    submission_.chunk = std::max<std::int64_t>(1, chunk_);
    check_environment(submission_.environment);
    file_ = read_executor(executor_);
    require_placeholders(file_, submission_.values);
    require_program(file_);
}

int JobSweep::run(const ResultsDirectory& results, const SweepPlan& plan,
                  const InterruptSignal& interrupt, const CommonOptions& common) const {
    const Submitted jobs =
        submit(results, plan.missing(), file_, submission_, interrupt, [&common, &results] {
            if (!common.quiet) {
                std::cerr << "flitscope: another sweep hands over points of " << results.path()
                          << "; waiting for it\n";
            }
        });
    std::vector<PlannedPoint> submitted = points_of(jobs.before);
    std::string lines;
    for (const SubmittedJob& each : jobs.added) {
        if (!each.running.empty()) {
            lines += job_line(each);
            submitted.insert(submitted.end(), each.points.begin(), each.points.end());
        }
    }
    SweepStatus status = results.status(submitted);
    if (wait_) {
        status = wait_for_jobs(results, status, interrupt, !common.quiet);
    }
    nlohmann::ordered_json json = status.to_json();
    json["jobs"] = ids_of(jobs.added);
    print_report(common, json_text(json), lines + status.summary());
    const bool over = wait_ || file_.running.empty();
    if (over && status.done < status.points) {
        std::cerr << "flitscope: " << status.failed << " points failed, " << status.missing
                  << " are missing and in no job. The same command submits them again; "
                  << results.path() << "/failed and " << results.jobs_folder() << " say why\n";
        return exit_code(ExitCode::internal_error);
    }
    return exit_code(ExitCode::done);
}

SweepStatus JobSweep::wait_for_jobs(const ResultsDirectory& results, const SweepStatus& before,
                                    const InterruptSignal& interrupt, bool show) const {
    StatusLine line(show);
    const auto start = Clock::now();
    int unanswered = 0;
    while (true) {
        const auto begin = Clock::now();
        std::optional<std::vector<PlannedPoint>> in_jobs;
        try {
            in_jobs = points_of(living_jobs(results, interrupt));
            unanswered = 0;
        } catch (const UnknownJobs& error) {  // the scheduler may be back in a while
            if (++unanswered == kLooksWithoutAnswer) {
                throw;
            }
            if (unanswered == 1 && show) {
                std::cerr << "flitscope: warning: " << error.what() << "; asked again\n";
            }
        }
        const SweepStatus status = results.status(in_jobs ? *in_jobs : std::vector<PlannedPoint>());
        if (status.done + status.failed == status.points || (in_jobs && in_jobs->empty())) {
            return status;
        }
        show_progress(line, before, status);
        const auto now = Clock::now();
        rest(std::clamp<Clock::duration>(
                 std::max(kRestPerLook * (now - begin), (now - start) / kLooksPerWait),
                 kShortestRest, kLongestRest),
             interrupt);
    }
}

std::vector<PlannedPoint> points_in_jobs(const ResultsDirectory& results,
                                         const InterruptSignal& interrupt, bool quiet) {
    try {
        return points_of(living_jobs(results, interrupt));
    } catch (const ConfigError& error) {
        if (!quiet) {
            std::cerr << "flitscope: warning: " << error.what() << "\n";
        }
        return {};
    }
}

void cancel_jobs(const ResultsDirectory& results, const InterruptSignal& interrupt,
                 const CommonOptions& common) {
    const std::vector<SubmittedJob> jobs = living_jobs(results, interrupt);
    std::string text;
    for (const SubmittedJob& each : jobs) {
        cancel_job(each, interrupt);
        text += "cancelled " + job_line(each);
    }
    const nlohmann::ordered_json json = {{"cancelled", ids_of(jobs)}};
    print_report(common, json_text(json), text.empty() ? "no job waits or runs\n" : text);
}

}  // namespace flitscope::tb
