#pragma once

#include <cstdint>

#include "testbenches/drive/campaign/results_directory.h"

namespace flitscope::tb {

enum class TaskOutcome { done, failed };

/// Runs a point in a child process and stores its result, unless that is there already; waits
/// while another process does so. A point whose process ends without one, by a signal or an error,
/// is tried once more, then recorded in failed/ with everything it printed. Call it before SystemC
/// is touched in this process.
///
/// The number of a search stands for all its points, one after the other. The search ends with the
/// first point that fails, or when the sweep that started this process is killed.
///
/// Throws ConfigError where the folder is of another program or the number of no point,
/// OutputError where a file cannot be written.
TaskOutcome run_task(const ResultsDirectory& results, std::int64_t number);

}  // namespace flitscope::tb
