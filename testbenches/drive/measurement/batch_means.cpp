#include "testbenches/drive/measurement/batch_means.h"

#include <algorithm>
#include <cmath>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {

namespace {

/// Sums of powers of the deviations of batches or parts, in order.
struct Moments {
    int n = 0;
    double squares = 0, cubes = 0, fourths = 0;
    double products = 0;  ///< of neighbours
    double previous = 0;

    void add(double deviation) {
        const double square = deviation * deviation;
        ++n;
        squares += square;
        cubes += square * deviation;
        fourths += square * square;
        products += deviation * previous;
        previous = deviation;
    }
    /// Variance of the sum of all deviations.
    double variance() const { return squares * n / (n - 1); }
    double autocorrelation() const { return squares > 0 ? products / squares : 0; }
    /// Unbiased for normal values (Fisher).
    double skewness() const {
        const double variance = squares / n;
        return n > 2 && squares > 0 ? cubes / n / (variance * std::sqrt(variance)) *
                                          std::sqrt(1.0 * n * (n - 1)) / (n - 2)
                                    : 0;
    }
    double kurtosis() const { return squares > 0 ? fourths * n / (squares * squares) : 3; }
};

}  // namespace

BatchMeans::Part& BatchMeans::Part::operator+=(const Part& other) {
    undelivered += other.undelivered;
    count += other.count;
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        sum[i] += other.sum[i];
    }
    return *this;
}

BatchMeans::Part BatchMeans::batch(int index) const {
    const auto first = static_cast<std::size_t>(index) * BatchGrid::kParts;
    Part batch;
    for (std::size_t i = first; i < first + BatchGrid::kParts; ++i) {
        batch += parts_[i];
    }
    return batch;
}

void BatchMeans::complete_batch() {
    if (grid_.complete()) {
        BatchGrid::merge_pairs(parts_);
    }
}

int BatchMeans::settled() const {
    int settled = 0;
    while (settled < grid_.completed() && batch(settled).undelivered == 0) {
        ++settled;
    }
    return settled;
}

IntervalEstimate BatchMeans::estimate(LatencyKind kind, int batches, double confidence) const {
    const auto k = static_cast<std::size_t>(kind);
    IntervalEstimate estimate;
    std::int64_t sum = 0;
    for (int i = 0; i < batches; ++i) {
        const Part one = batch(i);
        estimate.messages += one.count;
        estimate.filled += one.sum[k] > 0 ? 1 : 0;
        sum += one.sum[k];
    }
    if (batches < 2 || estimate.messages == 0) {
        return estimate;
    }
    estimate.batches = batches;
    estimate.mean = static_cast<double>(sum) / static_cast<double>(estimate.messages);
    const auto deviation = [&](const Part& part) {
        return static_cast<double>(part.sum[k]) - estimate.mean * static_cast<double>(part.count);
    };
    Moments of_batches, of_parts;
    for (int i = 0; i < batches; ++i) {
        of_batches.add(deviation(batch(i)));
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(batches) * BatchGrid::kParts; ++i) {
        of_parts.add(deviation(parts_[i]));
    }
    estimate.autocorrelation = of_batches.autocorrelation();
    if (of_parts.squares > 0) {
        estimate.correlation_time = static_cast<double>(grid_.length()) / BatchGrid::kParts *
                                    of_batches.variance() / of_parts.variance();
    }
    // Neighbouring batches are correlated: the variance of the mean of first-order autoregressive
    // values is larger by this factor.
    const double r = std::max(estimate.autocorrelation, 0.0);
    estimate.half_width =
        skewed_mean_factor(confidence, batches, of_batches.skewness(), of_batches.kurtosis()) *
        std::sqrt(of_batches.variance() * (1 + r) / (1 - r)) /
        static_cast<double>(estimate.messages);
    return estimate;
}

}  // namespace flitscope::tb
