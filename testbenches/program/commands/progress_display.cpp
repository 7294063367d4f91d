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

void show_progress(StatusLine& line, const Progress& progress) {
    if (!line.due()) {
        return;
    }
    std::string text =
        fmt::format("{}: cycle {} of at most {}, {} messages delivered", progress.phase,
                    progress.cycle, progress.max_cycles, progress.delivered);
    if (progress.relative_error > 0) {
        text += fmt::format(", +-{:.1f} % (wanted {:.1f} %)", 100 * progress.relative_error,
                            100 * progress.relative_error_wanted);
    }
    const double left = seconds_left(progress, line.elapsed_s());
    line.show(text + ", at most " + duration_text(left) + " left");
}

void show_progress(StatusLine& line, const SweepStatus& before, const SweepStatus& status) {
    if (!line.due()) {
        return;
    }
    const std::int64_t finished = status.done + status.failed;
    std::string text =
        std::to_string(finished) + " of " + std::to_string(status.points) + " points";
    if (status.failed > 0) {
        text += ", " + std::to_string(status.failed) + " failed";
    }
    const std::int64_t ended = finished - before.done - before.failed;
    if (ended > 0) {
        const double left = line.elapsed_s() / static_cast<double>(ended) *
                            static_cast<double>(status.missing + status.running);
        text += ", about " + duration_text(left) + " left";
    }
    line.show(text);
}

SweepStatus run_points(const ResultsDirectory& results, const SweepPlan& plan, int jobs,
                       const InterruptSignal& interrupt, bool quiet) {
    StatusLine line(!quiet);
    const SweepStatus before = plan.status();
    return run_locally(results, plan.missing(), before, jobs, interrupt,
                       [&](const SweepStatus& status) { show_progress(line, before, status); });
}

}  // namespace flitscope::tb
