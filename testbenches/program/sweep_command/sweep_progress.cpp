#include "testbenches/program/sweep_command/sweep_progress.h"

#include <algorithm>

namespace flitscope::tb {

std::string sweep_progress_line(const SweepStatus& status, std::int64_t ended, double elapsed_s) {
    const std::int64_t finished = status.done + status.failed;
    std::string line =
        std::to_string(finished) + " of " + std::to_string(status.points) + " points";
    if (status.failed > 0) {
        line += ", " + std::to_string(status.failed) + " failed";
    }
    if (ended > 0) {
        const double left = elapsed_s / static_cast<double>(ended) *
                            static_cast<double>(status.missing + status.running);
        line += ", about " + duration_text(left) + " left";
    }
    return line;
}

SweepProgress::SweepProgress(const SweepStatus& before, int jobs, bool enabled)
    : status_(before), missing_before_(before.missing), jobs_(jobs), line_(enabled) {
    show();
}

void SweepProgress::ended(bool done) {
    ++(done ? status_.done : status_.failed);
    const std::int64_t left = status_.points - status_.done - status_.failed;
    status_.running = std::min<std::int64_t>(left, jobs_);
    status_.missing = left - status_.running;
    show();
}

void SweepProgress::show() {
    if (line_.due()) {
        const std::int64_t ended = missing_before_ - status_.missing - status_.running;
        line_.show(sweep_progress_line(status_, ended, line_.elapsed_s()));
    }
}

}  // namespace flitscope::tb
