#pragma once

#include <optional>
#include <vector>

#include "testbenches/drive/measurement/latency_histogram.h"
#include "testbenches/drive/measurement/latency_kinds.h"

namespace flitscope::tb {

/// Latencies of one class of messages, cycles. Empty (`count == 0`): no values.
struct LatencySummary {
    std::int64_t count = 0;
    std::optional<double> mean;
    std::optional<double> ci;         ///< half width of the confidence interval of the mean
    const char* ci_reason = nullptr;  ///< why there is none
    std::optional<std::int64_t> min, p50, p95, p99, max;
    std::vector<LatencyHistogram::Bin> bins;  ///< only with `measure.distribution`
};

/// Count, sum, extremes and distribution of a latency. The order of samples does not matter.
class LatencyStatistics {
public:
    void add(std::int64_t cycles) {
        ++count_;
        sum_ += cycles;
        min_ = cycles < min_ ? cycles : min_;
        max_ = cycles > max_ ? cycles : max_;
        histogram_.add(cycles);
    }
    void merge(const LatencyStatistics& other);
    std::int64_t count() const { return count_; }
    std::int64_t sum() const { return sum_; }
    LatencySummary summary() const;  ///< without interval and bins
    std::vector<LatencyHistogram::Bin> bins() const { return histogram_.bins(); }

private:
    std::int64_t count_ = 0;
    std::int64_t sum_ = 0;
    std::int64_t min_ = INT64_MAX;
    std::int64_t max_ = 0;
    LatencyHistogram histogram_;
};

/// All statistics of a set of delivered messages.
struct MessageStatistics {
    std::array<LatencyStatistics, kLatencyKinds> latency;
    std::int64_t zero_load = 0;  ///< sum of LatencySample::zero_load
    std::int64_t hops = 0;       ///< sum
    struct Sum {
        std::int64_t count = 0;
        std::int64_t cycles = 0;
    };
    /// By source, as far as there were any; only of samples with a source. LatencyKind::unicast.
    std::vector<Sum> nodes;
    std::vector<Sum> steps;  ///< LatencySample::steps

    std::int64_t count() const { return latency[0].count(); }
    const LatencyStatistics& operator[](LatencyKind kind) const {
        return latency[static_cast<std::size_t>(kind)];
    }
    void add(const LatencySample& sample) {
        for (std::size_t i = 0; i < kLatencyKinds; ++i) {
            latency[i].add(sample.latency[i]);
        }
        zero_load += sample.zero_load;
        hops += sample.hops;
        if (sample.source >= 0) {
            add_to(nodes, static_cast<std::size_t>(sample.source),
                   {1, sample[LatencyKind::unicast]});
        }
        for (std::size_t step = 0; sample.steps != nullptr && step < sample.steps->size(); ++step) {
            add_to(steps, step, {1, (*sample.steps)[step]});
        }
    }
    void merge(const MessageStatistics& other);

private:
    static void add_to(std::vector<Sum>& sums, std::size_t at, const Sum& more);
};

}  // namespace flitscope::tb
