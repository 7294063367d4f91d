#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// The environment variable by which workers know their parent.
constexpr const char* kSweepProcess = "FLITSCOPE_SWEEP_PROCESS";

/// How often the process of a point is started before the point is recorded as failed.
constexpr int kAttempts = 2;

/// The prefix of messages about an attempt, counted from 1. The prefix of the last attempt tells
/// the user that the failure was recorded.
inline std::string attempt_title(int number) { return "attempt " + std::to_string(number) + ": "; }

/// A task file: a line per point with the command that runs it in the results directory `folder`,
/// quoted for a shell. Throws ConfigError if the path of the folder or of this program has a line
/// break.
std::string tasks_text(const std::string& folder, const std::vector<PlannedPoint>& points);

/// Runs points in worker processes of this machine, `jobs` at a time. A worker that ends without a
/// report on its point (it was killed) is started once more, then recorded in failed/.
///
/// `status`: of the sweep before. It is returned as it is afterwards, and `show` is called with it
/// several times a second. Throws Interrupted, and OutputError if a worker could not write, because
/// the others would fail as well.
SweepStatus run_locally(const ResultsDirectory& results, const std::vector<PlannedPoint>& points,
                        SweepStatus status, int jobs, const InterruptSignal& interrupt,
                        const std::function<void(const SweepStatus& status)>& show);

}  // namespace flitscope::tb
