#include "testbenches/program/commands/progress_display.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitscope::tb {

namespace {

/// Seconds until the interval is met, which shrinks with the root of time, and a window as long has
/// been measured, but at most until max_cycles.
double seconds_left(const Progress& progress, double elapsed_s) {
    const auto cycles = static_cast<double>(progress.cycle);
    double total_cycles = static_cast<double>(progress.max_cycles);
    if (progress.relative_error > 0 && progress.relative_error_wanted > 0) {
        const double ratio = progress.relative_error / progress.relative_error_wanted;
        total_cycles = std::min(total_cycles, 2 * cycles * std::max(1.0, ratio * ratio));
    }
    return elapsed_s * (total_cycles - cycles) / std::max(1.0, cycles);
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
    return line + ", at most " + duration_text(seconds_left(progress, elapsed_s)) + " left";
}

void ProgressDisplay::show(const Progress& progress) {
    if (line_.due()) {
        line_.show(progress_line(progress, line_.elapsed_s()));
    }
}

}  // namespace flitscope::tb
