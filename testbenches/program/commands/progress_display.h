#pragma once

#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/console/status_line.h"
#include "testbenches/program/sweep_command/sweep_plan.h"

namespace flitscope::tb {

/// Shows how far a run is: cycles, deliveries, accuracy, time left.
void show_progress(StatusLine& line, const Progress& progress);

/// Shows how far a sweep is, and how long it takes to the end if it goes on as since `before`,
/// which is when the line was made.
void show_progress(StatusLine& line, const SweepStatus& before, const SweepStatus& status);

/// Runs the missing points of `plan` on this machine, `jobs` at a time, and shows how far it is.
/// Its line of progress is gone when it returns. Throws as run_locally.
SweepStatus run_points(const ResultsDirectory& results, const SweepPlan& plan, int jobs,
                       const InterruptSignal& interrupt, bool quiet);

}  // namespace flitscope::tb
