#pragma once

#include <string>

#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/console/status_line.h"

namespace flitscope::tb {

/// The status line that follows a run: cycles, deliveries, accuracy, time left.
class ProgressDisplay {
public:
    explicit ProgressDisplay(bool enabled) : line_(enabled) {}

    void show(const Progress& progress);

private:
    StatusLine line_;
};

/// The line itself. `elapsed_s`: since the start of the run.
std::string progress_line(const Progress& progress, double elapsed_s);

}  // namespace flitscope::tb
