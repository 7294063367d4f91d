#include "testbenches/drive/measurement/batch_means.h"

#include <algorithm>
#include <cmath>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {

BatchMeans::Batch& BatchMeans::Batch::operator+=(const Batch& other) {
    undelivered += other.undelivered;
    count += other.count;
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        sum[i] += other.sum[i];
    }
    return *this;
}

void BatchMeans::complete_batch() {
    if (grid_.complete()) {
        BatchGrid::merge_pairs(batches_);
    }
}

int BatchMeans::settled() const {
    int settled = 0;
    while (settled < grid_.completed() &&
           batches_[static_cast<std::size_t>(settled)].undelivered == 0) {
        ++settled;
    }
    return settled;
}

IntervalEstimate BatchMeans::estimate(LatencyKind kind, int batches, double confidence) const {
    const auto k = static_cast<std::size_t>(kind);
    const auto n = static_cast<std::size_t>(batches);
    IntervalEstimate estimate;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        estimate.messages += batches_[i].count;
        sum += batches_[i].sum[k];
    }
    if (batches < 2 || estimate.messages == 0) {
        return estimate;
    }
    estimate.batches = batches;
    estimate.mean = static_cast<double>(sum) / static_cast<double>(estimate.messages);

    double squares = 0, products = 0, previous = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double deviation = static_cast<double>(batches_[i].sum[k]) -
                                 estimate.mean * static_cast<double>(batches_[i].count);
        squares += deviation * deviation;
        products += deviation * previous;
        previous = deviation;
    }
    estimate.autocorrelation = squares > 0 ? products / squares : 0;
    // What neighbouring batches have in common is not new: the variance of a mean of first-order
    // autoregressive values is larger by this factor.
    const double r = std::max(estimate.autocorrelation, 0.0);
    estimate.half_width = student_t_quantile(confidence, batches - 1) *
                          std::sqrt(squares * batches / (batches - 1) * (1 + r) / (1 - r)) /
                          static_cast<double>(estimate.messages);
    return estimate;
}

}  // namespace flitscope::tb
