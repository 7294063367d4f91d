#pragma once

#include <chrono>
#include <string>

#include "testbenches/drive/run/simulation.h"

namespace flitscope::tb {

/// One line on standard error that follows a run: cycles, deliveries, accuracy, time left. Shows
/// nothing when standard error is no terminal or `enabled` is false.
class ProgressDisplay {
public:
    explicit ProgressDisplay(bool enabled);
    ~ProgressDisplay();  ///< removes the line
    ProgressDisplay(const ProgressDisplay&) = delete;
    ProgressDisplay& operator=(const ProgressDisplay&) = delete;

    /// Redraws at most five times a second.
    void show(const Progress& progress);

private:
    using Clock = std::chrono::steady_clock;

    bool enabled_;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point last_;
};

/// The line itself. `elapsed_s`: since the start of the run.
std::string progress_line(const Progress& progress, double elapsed_s);

}  // namespace flitscope::tb
