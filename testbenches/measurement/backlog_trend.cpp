#include "testbenches/measurement/backlog_trend.h"

#include "testbenches/measurement/student_t.h"

namespace flitscope::tb {

BacklogTrend::BacklogTrend(const BatchGrid& grid, std::int64_t backlog)
    : grid_(grid), backlog_(backlog) {
    area_[0] = backlog * grid_.length();
}

void BacklogTrend::complete_batch() {
    if (grid_.complete()) {
        BatchGrid::merge_pairs(area_);
    }
    area_[static_cast<std::size_t>(grid_.completed())] = backlog_ * grid_.length();
}

bool BacklogTrend::grows(std::int64_t nodes, double confidence) const {
    const int n = grid_.completed();
    if (n < BatchGrid::kMax / 2) {
        return false;
    }
    const auto average = [this](int batch) {
        return static_cast<double>(area_[static_cast<std::size_t>(batch)]) /
               static_cast<double>(grid_.length());
    };
    double squares = 0;
    for (int i = 2; i < n; ++i) {
        const double second = average(i) - 2 * average(i - 1) + average(i - 2);
        squares += second * second;
    }
    const double variance = squares / (6.0 * (n - 2));  // of one average
    const double t = student_t_quantile(confidence, n - 2);
    for (int i = n - 3; i < n; ++i) {
        const double growth = average(i) - average(i - 1);
        if (growth <= 0 || growth * growth <= t * t * 2 * variance) {
            return false;
        }
    }
    return average(n - 1) - average(n - 4) >= static_cast<double>(nodes);
}

}  // namespace flitscope::tb
