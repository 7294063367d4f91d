#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace flitscope::tb {

/// The latencies measured for every message (docs/measurement.md).
enum class LatencyKind : std::size_t { unicast, network, source_queue, channel };
constexpr std::size_t kLatencyKinds = 4;

/// One delivered message, cycles.
struct LatencySample {
    std::array<std::int64_t, kLatencyKinds> latency{};
    std::int64_t zero_load = 0;  ///< network latency of the same message alone in the network
    int hops = 0;
    std::int32_t source = -1;         ///< node it is to be counted for as well; -1: none
    std::int32_t message_class = -1;  ///< likewise
    /// For an operation: when each of its steps ended; null: not an operation.
    const std::vector<std::int64_t>* steps = nullptr;

    std::int64_t operator[](LatencyKind kind) const {
        return latency[static_cast<std::size_t>(kind)];
    }
};

/// The frequency of each latency. Exact below 65536 cycles; above, 1024 bins per factor of two
/// (resolution 0.1 %). Memory grows with the longest latency: 8 bytes a cycle up to 512 KiB, 8 KiB
/// for every further factor of two.
class LatencyHistogram {
public:
    void add(std::int64_t cycles) {
        const std::size_t i = bin_of(cycles);
        if (i >= counts_.size()) {
            counts_.resize(i + i / 2 + 64);
        }
        ++counts_[i];
    }
    void merge(const LatencyHistogram& other);
    /// Smallest latency that at least `percent` % (1..100) of `count` samples do not exceed,
    /// `count` being the number of samples added, > 0. In a wide bin its largest latency.
    std::int64_t percentile(int percent, std::int64_t count) const;

    struct Bin {
        std::int64_t upto = 0;  ///< largest latency of the bin; the bin before ends below
        std::uint64_t count = 0;
    };
    /// For pictures: bins of one cycle below 32, above 16 per factor of two, so that a bin is as
    /// wide as 3 to 6 % of its latency (own choice: the width of a bar on a screen). Empty ones are
    /// left out.
    std::vector<Bin> bins() const;

private:
    static constexpr int kExactBits = 16;
    static constexpr int kBinBits = 10;

    static std::size_t bin_of(std::int64_t cycles) {
        if (cycles < (std::int64_t{1} << kExactBits)) {
            return static_cast<std::size_t>(cycles);
        }
        const int exponent = 63 - __builtin_clzll(static_cast<unsigned long long>(cycles));
        const auto mantissa = static_cast<std::size_t>(cycles >> (exponent - kBinBits));
        return (std::size_t{1} << kExactBits) +
               (static_cast<std::size_t>(exponent - kExactBits) << kBinBits) +
               (mantissa - (std::size_t{1} << kBinBits));
    }
    static std::int64_t largest_in(std::size_t bin);

    std::vector<std::uint64_t> counts_;
};

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
    std::vector<Sum> classes;  ///< by message class, likewise
    std::vector<Sum> steps;    ///< LatencySample::steps

    std::int64_t count() const { return latency[0].count(); }
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
        if (sample.message_class >= 0) {
            add_to(classes, static_cast<std::size_t>(sample.message_class),
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
