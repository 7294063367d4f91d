#include "testbenches/drive/campaign/submitted_jobs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/folder_lock.h"
#include "testbenches/drive/campaign/local_executor.h"
#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/campaign/utf8.h"
#include "testbenches/drive/campaign/worker_pool.h"
#include "testbenches/drive/configuration/shell_quoted.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kRecord = "job.json";

WorkerEnd run_shell(const std::string& command, const InterruptSignal& interrupt,
                    bool own_group = false) {
    WorkerPool shell(1, interrupt, own_group);
    shell.start(0, {"/bin/sh", "-c", command});
    std::optional<WorkerEnd> end;
    while (!(end = shell.wait_one())) {
    }
    return std::move(*end);
}

/// What a command printed before it failed, for a message of one line.
std::string said(const WorkerEnd& end) {
    std::string text = end.output->end();
    text.erase(text.find_last_not_of(" \n") + 1);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return "exit code " + std::to_string(end.code) + (text.empty() ? "" : ": " + text);
}

/// "flitscope-" and the name of the folder, in characters that every scheduler takes.
std::string job_name(const ResultsDirectory& results) {
    static const std::regex others("[^A-Za-z0-9_.-]");
    return "flitscope-" +
           std::regex_replace(fs::path(results.path()).filename().string(), others, "_");
}

std::string script_text(const std::string& folder, const ExecutorFile& executor,
                        const Submission& submission) {
    const std::string chunk = std::to_string(submission.chunk);
    std::string text =
        "#!/bin/sh\n"
        "# A task of flitscope sweep: " +
        chunk + " lines of tasks.txt from its number * " + chunk + " on.\n" +
        (executor.index.empty() ? "task=$1\n" : "task=${1:-$" + executor.index + "}\n") +
        "[ -n \"$task\" ] || { echo \"$0: without the number of a task\" >&2; exit 2; }\n"
        "folder=" +
        shell_quoted(folder) +
        "\n"
        "exec > \"$folder/$task.log\" 2>&1\n";
    for (const std::string& each : submission.environment) {
        const std::size_t name = each.find('=');
        text += "export " + each.substr(0, name) + "=" + shell_quoted(each.substr(name + 1)) + "\n";
    }
    if (!executor.setup.empty()) {
        text += executor.setup + "\n";
    }
    return text + "sed -n \"$((task * " + chunk + " + 1)),$((task * " + chunk + " + " + chunk +
           "))p\" \"$folder/tasks.txt\" | sh\n";
}

/// A new folder jobs/N: one program makes it, wherever others do so at the same time.
fs::path new_folder(const ResultsDirectory& results) {
    const fs::path jobs = results.jobs_folder();
    std::error_code failure;
    for (int number = 1; !failure; ++number) {
        fs::path folder = jobs / std::to_string(number);
        if (fs::create_directory(folder, failure)) {
            return folder;
        }
    }
    throw OutputError(jobs.string() + ": cannot be written: " + failure.message());
}

/// A task of the job in `folder` has begun.
bool has_logs(const fs::path& folder) {
    std::error_code none;
    const fs::directory_iterator files(folder, none);
    return std::any_of(begin(files), end(files),
                       [](const auto& each) { return each.path().extension() == ".log"; });
}

/// The last line that `submit` printed, up to a blank or a semicolon: "12;cluster" of Slurm.
std::string id_in(std::string output) {
    output.erase(output.find_last_not_of(" \n") + 1);
    output.erase(0, output.rfind('\n') + 1);
    return as_utf8(output.substr(0, output.find_first_of("; ")));
}

Json record_of(const SubmittedJob& job) {
    Json points = Json::array();
    for (const PlannedPoint& each : job.points) {
        points.push_back({each.number, each.hash});
    }
    return {{"job", job.id},
            {"chunk", job.chunk},
            {"running", job.running},
            {"cancel", job.cancel},
            {"points", std::move(points)}};
}

SubmittedJob job_in(const fs::path& record) {
    std::ifstream file(record);
    try {
        const Json json = Json::parse(file);
        SubmittedJob job;
        job.id = json.at("job");
        job.chunk = json.at("chunk");
        job.running = json.at("running");
        job.cancel = json.at("cancel");
        for (const Json& each : json.at("points")) {
            job.points.push_back({each.at(0), each.at(1)});
        }
        if (job.chunk > 0) {
            return job;
        }
    } catch (const Json::exception&) {
    }
    throw ConfigError({{record.string(), 0},
                       "damaged",
                       "what flitscope sweep wrote; removed, its job is forgotten"});
}

SubmittedJob submit_one(const ResultsDirectory& results, SubmittedJob job,
                        const ExecutorFile& executor, const Submission& submission,
                        const InterruptSignal& interrupt) {
    const fs::path folder = new_folder(results);
    const std::string script = (folder / "script").string();
    write_file((folder / "tasks.txt").string(), tasks_text(results.path(), job.points),
               Links::replace);
    write_file(script, script_text(folder.string(), executor, submission), Links::replace);
    PlaceholderValues values = submission.values;
    values["script"] = script;
    values["name"] = job_name(results);
    values["last"] = std::to_string((static_cast<std::int64_t>(job.points.size()) - 1) / job.chunk);
    // A job that is taken has its record, whatever a user presses in between; one that this process
    // runs itself ends with it.
    const InterruptSignal never(0);
    const bool own_group = !executor.running.empty();
    const WorkerEnd end =
        run_shell(with_values(executor.submit, values), own_group ? never : interrupt, own_group);
    job.id = id_in(end.output->end());
    const bool began = has_logs(folder);
    if (executor.running.empty() && began) {  // a code of it is that of the tasks, as from xargs
        if (end.code != 0) {
            write_file((folder / "submit.log").string(), said(end) + "\n", Links::replace);
        }
        return job;
    }
    if (end.code != 0 || (job.id.empty() && !executor.running.empty())) {
        std::error_code none;
        if (!began) {
            fs::remove_all(folder, none);
        }
        throw ConfigError({{executor.path, 0},
                           "submit: " + said(end),
                           end.code == 0 ? "a job's id in the last line it prints" : ""});
    }
    if (!executor.running.empty()) {
        job.running = executor.running;
        job.cancel = with_values(executor.cancel, {{"job", job.id}});
        write_file((folder / kRecord).string(), record_of(job).dump() + "\n", Links::replace);
    }
    return job;
}

/// The tasks that wait or run according to a command, by job; "" stands for all tasks of it.
using TasksOfJobs = std::map<std::string, std::set<std::string>>;

TasksOfJobs running_tasks(const std::string& command, const InterruptSignal& interrupt) {
    const WorkerEnd end = run_shell(command, interrupt);
    if (end.code != 0) {
        throw UnknownJobs({{on_one_line(command), 0}, "which jobs run is unknown: " + said(end)});
    }
    TasksOfJobs tasks;
    std::istringstream lines(end.output->text());  // a line lost is a task submitted twice
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string job;
        std::string index;
        words >> job >> index;
        tasks[job].insert(index);
    }
    return tasks;
}

/// The time at which each of the points failed; the earliest time: it did not.
std::vector<fs::file_time_type> failure_times(const ResultsDirectory& results,
                                              const std::vector<PlannedPoint>& points) {
    std::vector<fs::file_time_type> times;
    for (const PlannedPoint& each : points) {
        std::error_code none;
        times.push_back(fs::last_write_time(results.failed_file(each.hash), none));
    }
    return times;
}

/// Those of the points that nobody has finished, and that have not failed again since `failed`.
std::vector<PlannedPoint> still_missing(const ResultsDirectory& results,
                                        const std::vector<PlannedPoint>& points,
                                        const std::vector<fs::file_time_type>& failed) {
    const SweepPoints sweep(results.sweep());
    const std::vector<fs::file_time_type> now = failure_times(results, points);
    std::vector<PlannedPoint> missing;
    FinishedPoints finished(sweep);
    finished.add_all(results);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool tried = now[i] > failed[i];
        if (!tried && !finished.has(points[i])) {
            missing.push_back(points[i]);
        }
    }
    return missing;
}

}  // namespace

void check_environment(const std::vector<std::string>& environment) {
    static const std::regex variable("[A-Za-z_][A-Za-z0-9_]*=[^]*");
    for (const std::string& each : environment) {
        if (!std::regex_match(each, variable)) {
            throw ConfigError({{"--environment " + each, 0, 0, true},
                               "not a variable with its value",
                               "NAME=VALUE"});
        }
    }
}

void require_program(const ExecutorFile& executor) {
    const std::string program = executor.submit.substr(0, executor.submit.find_first_of(" \n"));
    static const std::regex word("[A-Za-z0-9_./-]+");
    if (std::regex_match(program, word) &&
        run_shell("command -v " + program, InterruptSignal(0)).code != 0) {
        throw ConfigError({{executor.path, 0},
                           "there is no program " + program + " on this machine",
                           "a machine from which jobs can be submitted"});
    }
}

Submitted submit(const ResultsDirectory& results, const std::vector<PlannedPoint>& points,
                 const ExecutorFile& executor, const Submission& submission,
                 const InterruptSignal& interrupt, const std::function<void()>& waiting) {
    std::error_code none;
    fs::create_directories(results.jobs_folder(), none);  // what is wrong is said when it is used
    const std::vector<fs::file_time_type> failed = failure_times(results, points);
    const FolderLock lock(results.jobs_folder(), interrupt, waiting);
    Submitted jobs{living_jobs(results, interrupt), {}};
    std::set<std::int64_t> taken;
    for (const SubmittedJob& job : jobs.before) {
        for (const PlannedPoint& each : job.points) {
            taken.insert(each.number);
        }
    }
    std::vector<PlannedPoint> free = still_missing(results, points, failed);
    free.erase(
        std::remove_if(free.begin(), free.end(),
                       [&](const PlannedPoint& each) { return taken.count(each.number) != 0; }),
        free.end());
    const std::int64_t most = std::min(
        kMostSweepPoints, executor.most_tasks * std::min(submission.chunk, kMostSweepPoints));
    const auto size = static_cast<std::int64_t>(free.size());
    for (std::int64_t begin = 0; begin < size; begin += most) {
        SubmittedJob job;
        job.chunk = submission.chunk;
        job.points.assign(free.begin() + begin, free.begin() + std::min(size, begin + most));
        for (const PlannedPoint& each : job.points) {
            fs::remove(results.failed_file(each.hash), none);  // it is tried again now
        }
        jobs.added.push_back(submit_one(results, std::move(job), executor, submission, interrupt));
        throw_if_interrupted(&interrupt);
    }
    return jobs;
}

std::vector<SubmittedJob> living_jobs(const ResultsDirectory& results,
                                      const InterruptSignal& interrupt) {
    std::map<std::string, TasksOfJobs> asked;  // by command
    std::vector<SubmittedJob> living;
    std::error_code none;
    for (const auto& each : fs::directory_iterator(results.jobs_folder(), none)) {
        const fs::path record = each.path() / kRecord;
        if (!fs::exists(record, none)) {
            continue;
        }
        SubmittedJob job = job_in(record);
        if (asked.count(job.running) == 0) {
            asked[job.running] = running_tasks(job.running, interrupt);
        }
        const TasksOfJobs& all = asked[job.running];
        const auto found = all.find(job.id);
        if (found == all.end()) {
            continue;
        }
        std::vector<PlannedPoint> points;
        for (std::size_t i = 0; i < job.points.size(); ++i) {
            const std::string task = std::to_string(static_cast<std::int64_t>(i) / job.chunk);
            if (found->second.count("") != 0 || found->second.count(task) != 0) {
                points.push_back(job.points[i]);
            }
        }
        job.points = std::move(points);
        living.push_back(std::move(job));
    }
    std::sort(living.begin(), living.end(),
              [](const SubmittedJob& a, const SubmittedJob& b) { return a.id < b.id; });
    return living;
}

void cancel_job(const SubmittedJob& job, const InterruptSignal& interrupt) {
    if (job.cancel.empty()) {
        throw ConfigError({{"job " + job.id, 0}, "its executor has no `cancel`"});
    }
    const WorkerEnd end = run_shell(job.cancel, interrupt);
    if (end.code != 0) {
        throw ConfigError({{on_one_line(job.cancel), 0}, "not cancelled: " + said(end)});
    }
}

}  // namespace flitscope::tb
