#pragma once

#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/console/status_line.h"

namespace flitscope::tb {

/// Shows how far a run is: cycles, deliveries, accuracy, time left.
void show_progress(StatusLine& line, const Progress& progress);

/// Shows how far a sweep is, and how long it takes to the end if it goes on as since `before`,
/// which is when the line was made.
void show_progress(StatusLine& line, const SweepStatus& before, const SweepStatus& status);

}  // namespace flitscope::tb
