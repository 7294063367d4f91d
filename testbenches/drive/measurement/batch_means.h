#pragma once

#include <array>
#include <cstddef>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/measurement/latency_statistics.h"

namespace flitscope::tb {

/// Cuts time into batches of equal length from `start` on. When 40 are complete, neighbours are
/// merged in pairs and the length doubles: 20 to 39 complete batches for any run length. Each batch
/// has eight parts, for statistics within a batch.
class BatchGrid {
public:
    static constexpr int kMax = 40;
    static constexpr int kParts = 8;
    template <typename T>
    using Batches = std::array<T, kMax>;
    template <typename T>
    using Parts = std::array<T, std::size_t{kMax} * kParts>;

    BatchGrid() = default;
    BatchGrid(rtl::Cycle start, int log2_length) : start_(start), log2_length_(log2_length) {}

    /// Batches of the present length from another start on.
    BatchGrid again(rtl::Cycle start) const { return {start, log2_length_}; }

    rtl::Cycle start() const { return start_; }
    rtl::Cycle length() const { return rtl::Cycle{1} << log2_length_; }
    int completed() const { return completed_; }
    rtl::Cycle boundary() const {  ///< end of the batch in progress
        return start_ + (static_cast<rtl::Cycle>(completed_ + 1) << log2_length_);
    }
    /// Part of an edge in start()..boundary()-1, counted from start(). In batches shorter than
    /// eight cycles some stay empty.
    std::size_t part_of(rtl::Cycle edge) const {
        return static_cast<std::size_t>(((edge - start_) * kParts) >> log2_length_);
    }
    /// The batch in progress is complete. True: merge your batches now (merge_pairs).
    bool complete() {
        if (++completed_ < kMax) {
            return false;
        }
        completed_ = kMax / 2;
        ++log2_length_;
        return true;
    }

    /// Merges batches or parts; call it when complete() returns true.
    template <typename T, std::size_t kSize>
    static void merge_pairs(std::array<T, kSize>& batches) {
        for (std::size_t i = 0; i < kSize / 2; ++i) {
            T merged = batches[2 * i];
            merged += batches[2 * i + 1];
            batches[i] = merged;
        }
        for (std::size_t i = kSize / 2; i < kSize; ++i) {
            batches[i] = T{};
        }
    }

private:
    rtl::Cycle start_ = 0;
    int log2_length_ = 0;
    int completed_ = 0;
};

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
