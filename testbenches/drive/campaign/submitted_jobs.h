#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/executor_file.h"
#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

/// How points are divided into jobs and tasks.
struct Submission {
    std::int64_t chunk = 1;                ///< points per task, one after the other
    PlaceholderValues values;              ///< of options: `partition`, `time`, `memory`
    std::vector<std::string> environment;  ///< NAME=VALUE
};

/// A job of an executor in the folder jobs/N of the results: `script`, its array tasks' program;
/// `tasks.txt`, a line per point; `job.json`; and `INDEX.log`, what a task printed; `submit.log`
/// says how an executor without `running` ended, where it was not with exit code 0.
struct SubmittedJob {
    std::string id;                    ///< as the executor calls it
    std::vector<PlannedPoint> points;  ///< task i has those from i * chunk on
    std::int64_t chunk = 1;
    std::string running;  ///< commands
    std::string cancel;
};

/// Throws ConfigError unless every one is NAME=VALUE.
void check_environment(const std::vector<std::string>& environment);

/// Throws ConfigError if the program that `submit` begins with does not exist.
void require_program(const ExecutorFile& executor);

/// An executor does not say which jobs run. It may do so later.
class UnknownJobs : public ConfigError {
public:
    using ConfigError::ConfigError;
};

/// The jobs that were alive before, and those that were added.
struct Submitted {
    std::vector<SubmittedJob> before;
    std::vector<SubmittedJob> added;
};

/// Submits the points that are still missing and that no living job has, in as many jobs as the
/// executor needs. Only one process at a time does so in a folder; if its executor runs the points
/// itself, it does so until they are over. Points that it finished, or failed at, while this
/// process waited are not tried again. `waiting` is called once before the wait. Throws ConfigError
/// with the executor's output if it refuses a job (the jobs before it exist), OutputError, and
/// Interrupted, the last only between two jobs, so that every submitted job has its record.
Submitted submit(const ResultsDirectory& results, const std::vector<PlannedPoint>& points,
                 const ExecutorFile& executor, const Submission& submission,
                 const InterruptSignal& interrupt, const std::function<void()>& waiting);

/// The jobs of `results` with waiting or running tasks, and the points of such tasks. Throws
/// UnknownJobs, ConfigError for damaged records, Interrupted.
std::vector<SubmittedJob> living_jobs(const ResultsDirectory& results,
                                      const InterruptSignal& interrupt);

/// Cancels a job. Throws ConfigError with the executor's output, and Interrupted.
void cancel_job(const SubmittedJob& job, const InterruptSignal& interrupt);

}  // namespace flitscope::tb
