#include "testbenches/drive/measurement/backlog_trend.h"

#include <algorithm>
#include <cmath>

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

bool BacklogTrend::rises(double confidence) const {
    const int n = grid_.completed();
    if (n < BatchGrid::kMax / 2) {
        return false;
    }
    const double middle = (n - 1) / 2.0;
    double mean = 0;
    double products = 0;
    double squares = 0;  // of the batch numbers, from their middle
    for (int i = 0; i < n; ++i) {
        mean += average(i) / n;
        products += (i - middle) * average(i);
        squares += (i - middle) * (i - middle);
    }
    const double slope = products / squares;
    double residues = 0;
    double neighbours = 0;
    double before = 0;
    for (int i = 0; i < n; ++i) {
        const double residue = average(i) - mean - slope * (i - middle);
        residues += residue * residue;
        neighbours += residue * before;
        before = residue;
    }
    const double r = residues > 0 ? std::clamp(neighbours / residues, 0.0, 0.9) : 0;
    const double error = std::sqrt(residues / (n - 2) / squares * (1 + r) / (1 - r));
    return slope > student_t_quantile(confidence, n - 2) * error;
}

}  // namespace flitscope::tb
