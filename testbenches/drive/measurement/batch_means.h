#pragma once

#include "testbenches/drive/measurement/batch_grid.h"
#include "testbenches/drive/measurement/latency_statistics.h"

namespace flitscope::tb {

/// Confidence interval of a mean latency from batches, and figures that tell whether it is
/// reliable.
struct IntervalEstimate {
    int batches = 0;             ///< used; below 2 there is no interval
    int filled = 0;              ///< of them: the latencies are not all zero
    std::int64_t messages = 0;   ///< in them
    double mean = 0;             ///< cycles
    double half_width = 0;       ///< cycles
    double autocorrelation = 0;  ///< lag 1, of the batches' deviations
    /// Cycles that a batch needs for its mean to count as one independent value: the length of a
    /// part (an eighth of a batch) times the ratio of the variance of a batch to that of as many
    /// independent parts.
    double correlation_time = 0;

    /// Whether the batches show no correlation: not more than independent ones in 95 % of all
    /// cases, normal approximation with variance 1/batches (one-sided, 1.645^2 = 2.706).
    bool independent() const {
        return autocorrelation <= 0 || autocorrelation * autocorrelation * batches <= 2.706;
    }
};

/// Batch means of latencies; a message belongs to the batch in which it was generated.
///
/// Sums are integers, so the order of deliveries does not matter. The mean is the ratio of the sums
/// over the batches used (a batch without messages is no harm), its variance that of the ratio
/// estimator: deviations d_i = sum_i - mean * count_i. Source: Law and Kelton, Simulation Modeling
/// and Analysis, 3rd ed., sections 9.5.3 (batch means) and 9.8 (ratio). The half width allows for
/// correlated neighbours and for skewed batches (student_t.h).
class BatchMeans {
public:
    BatchMeans() = default;
    explicit BatchMeans(const BatchGrid& grid) : grid_(grid) {}

    const BatchGrid& grid() const { return grid_; }
    void generated(rtl::Cycle edge) { ++parts_[grid_.part_of(edge)].undelivered; }
    /// edge: at which the message was generated.
    void delivered(rtl::Cycle edge, const LatencySample& sample) {
        Part& part = parts_[grid_.part_of(edge)];
        --part.undelivered;
        ++part.count;
        for (std::size_t i = 0; i < kLatencyKinds; ++i) {
            part.sum[i] += sample.latency[i];
        }
    }
    /// The message will not be delivered.
    void lost(rtl::Cycle edge) { --parts_[grid_.part_of(edge)].undelivered; }
    /// Time has reached grid().boundary().
    void complete_batch();
    /// Complete batches before the first one with a message still under way.
    int settled() const;
    /// Over the first `batches` complete batches. confidence: 0..1.
    IntervalEstimate estimate(LatencyKind kind, int batches, double confidence) const;

private:
    struct Part {
        std::int64_t undelivered = 0;
        std::int64_t count = 0;  ///< delivered
        std::array<std::int64_t, kLatencyKinds> sum{};

        Part& operator+=(const Part& other);
    };
    Part batch(int index) const;

    BatchGrid grid_;
    BatchGrid::Parts<Part> parts_{};
};

}  // namespace flitscope::tb
