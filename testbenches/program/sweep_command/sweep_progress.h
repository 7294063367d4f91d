#pragma once

#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/program/console/status_line.h"

namespace flitscope::tb {

/// Shows how far a running sweep is, and how long it takes to the end if it goes on as since
/// `before`, which is when the line was made.
void show_progress(StatusLine& line, const SweepStatus& before, const SweepStatus& status);

}  // namespace flitscope::tb
