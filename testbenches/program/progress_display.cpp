#include "testbenches/program/progress_display.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace flitscope::tb {

namespace {

/// Seconds until the interval is met, which shrinks with the root of time, but at most until
/// max_cycles.
double seconds_left(const Progress& progress, double elapsed_s) {
    const auto cycles = static_cast<double>(progress.cycle);
    double total_cycles = static_cast<double>(progress.max_cycles);
    if (progress.relative_error > 0 && progress.relative_error_wanted > 0) {
        const double ratio = progress.relative_error / progress.relative_error_wanted;
        total_cycles = std::min(total_cycles, cycles * std::max(1.0, ratio * ratio));
    }
    return elapsed_s * (total_cycles - cycles) / std::max(1.0, cycles);
}

std::string duration(double seconds) {
    const auto whole = static_cast<long>(seconds + 0.5);
    return whole < 90     ? fmt::format("{} s", whole)
           : whole < 5400 ? fmt::format("{} min", (whole + 30) / 60)
                          : fmt::format("{:.1f} h", static_cast<double>(whole) / 3600);
}

}  // namespace

std::string progress_line(const Progress& progress, double elapsed_s) {
    std::string line =
        fmt::format("{}: cycle {} of at most {}, {} messages delivered", progress.phase,
                    progress.cycle, progress.max_cycles, progress.delivered);
    if (progress.relative_error > 0) {
        line += fmt::format(", +-{:.1f} % (wanted {:.1f} %)", 100 * progress.relative_error,
                            100 * progress.relative_error_wanted);
    }
    return line + ", at most " + duration(seconds_left(progress, elapsed_s)) + " left";
}

ProgressDisplay::ProgressDisplay(bool enabled)
    : enabled_(enabled && isatty(STDERR_FILENO) != 0), start_(Clock::now()), last_(start_) {}

ProgressDisplay::~ProgressDisplay() {
    if (drawn_) {
        std::cerr << "\r\x1b[K" << std::flush;
    }
}

void ProgressDisplay::show(const Progress& progress) {
    const Clock::time_point now = Clock::now();
    if (!enabled_ || now - last_ < std::chrono::milliseconds(200)) {
        return;
    }
    last_ = now;
    drawn_ = true;
    const double elapsed_s = std::chrono::duration<double>(now - start_).count();
    std::cerr << "\r\x1b[K" << progress_line(progress, elapsed_s) << std::flush;
}

}  // namespace flitscope::tb
