#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/submitted_jobs.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/sweep_command/sweep_plan.h"

namespace flitscope::tb {

/// The options of `flitscope sweep` for executors, and what it does with them.
class JobSweep {
public:
    void declare(CLI::App& app);
    /// Whether points are handed over instead of being run by this process.
    bool chosen() const { return !executor_.empty() && executor_ != "local"; }
    /// Whether the jobs are waited for.
    bool waits() const { return wait_; }
    /// Whether one of the options was given.
    bool given() const;
    /// Reads the executor and checks that it can work here. Throws UsageError where options
    /// do not fit together, ConfigError.
    void check();
    /// Submits the points of `plan` that are missing and that no job has, waits for them where that
    /// is wanted, and prints how things are. Returns the exit code. Throws as `submit`, and
    /// UnknownJobs where an executor waited for says nothing any more.
    int run(const ResultsDirectory& results, const SweepPlan& plan,
            const InterruptSignal& interrupt, const CommonOptions& common) const;

private:
    bool given_for_jobs() const;
    SweepStatus wait_for_jobs(const ResultsDirectory& results, const SweepStatus& before,
                              const InterruptSignal& interrupt, bool show) const;

    std::string executor_;
    std::int64_t chunk_ = 0;
    bool wait_ = false;
    ExecutorFile file_;
    Submission submission_;
};

/// All points that living jobs of `results` have; none where an executor does not say, which a
/// warning names unless `quiet`.
std::vector<PlannedPoint> points_in_jobs(const ResultsDirectory& results,
                                         const InterruptSignal& interrupt, bool quiet);

/// Cancels all living jobs of `results` and prints which. Throws ConfigError.
void cancel_jobs(const ResultsDirectory& results, const InterruptSignal& interrupt,
                 const CommonOptions& common);

}  // namespace flitscope::tb
