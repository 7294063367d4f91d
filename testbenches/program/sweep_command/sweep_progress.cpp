#include "testbenches/program/sweep_command/sweep_progress.h"

namespace flitscope::tb {

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

}  // namespace flitscope::tb
