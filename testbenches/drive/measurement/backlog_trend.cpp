#include "testbenches/drive/measurement/backlog_trend.h"

#include "testbenches/drive/measurement/student_t.h"

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
    const double mean_growth = (average(n - 1) - average(0)) / (n - 1);
    double squares = 0;
    for (int i = 1; i < n; ++i) {
        const double deviation = average(i) - average(i - 1) - mean_growth;
        squares += deviation * deviation;
    }
    const double t = student_t_quantile(confidence, n - 2);
    for (int i = n - 3; i < n; ++i) {
        const double growth = average(i) - average(i - 1);
        if (growth <= 0 || growth * growth <= t * t * squares / (n - 2)) {
            return false;
        }
    }
    return average(n - 1) - average(n - 4) >= static_cast<double>(nodes);
}

}  // namespace flitscope::tb
