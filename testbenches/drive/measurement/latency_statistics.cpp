#include "testbenches/drive/measurement/latency_statistics.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::tb {

void LatencyHistogram::merge(const LatencyHistogram& other) {
    if (counts_.size() < other.counts_.size()) {
        counts_.resize(other.counts_.size());
    }
    for (std::size_t i = 0; i < other.counts_.size(); ++i) {
        counts_[i] += other.counts_[i];
    }
}

std::int64_t LatencyHistogram::largest_in(std::size_t bin) {
    constexpr std::size_t kExact = std::size_t{1} << kExactBits;
    if (bin < kExact) {
        return static_cast<std::int64_t>(bin);
    }
    const std::size_t wide = bin - kExact;
    const int shift = static_cast<int>(wide >> kBinBits) + kExactBits - kBinBits;
    const auto mantissa = static_cast<std::int64_t>((wide & ((std::size_t{1} << kBinBits) - 1)) +
                                                    (std::size_t{1} << kBinBits));
    return ((mantissa + 1) << shift) - 1;
}

std::int64_t LatencyHistogram::percentile(int percent, std::int64_t count) const {
    // Whole hundreds are taken separately, so that the product stays small.
    const std::int64_t rank = count / 100 * percent + (count % 100 * percent + 99) / 100;
    std::int64_t seen = 0;
    for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
        seen += static_cast<std::int64_t>(counts_[bin]);
        if (seen >= rank && seen > 0) {
            return largest_in(bin);
        }
    }
    throw std::logic_error("LatencyHistogram: fewer samples than said");
}

std::vector<LatencyHistogram::Bin> LatencyHistogram::bins() const {
    constexpr int kBitsOfBin = 4;
    std::vector<Bin> bins;
    for (std::size_t fine = 0; fine < counts_.size(); ++fine) {
        if (counts_[fine] == 0) {
            continue;
        }
        const std::int64_t latency = largest_in(fine);
        int shift = 0;
        while (latency >> shift >= std::int64_t{2} << kBitsOfBin) {
            ++shift;
        }
        const std::int64_t upto = (((latency >> shift) + 1) << shift) - 1;
        if (bins.empty() || bins.back().upto != upto) {
            bins.push_back({upto, 0});
        }
        bins.back().count += counts_[fine];
    }
    return bins;
}

void LatencyStatistics::merge(const LatencyStatistics& other) {
    count_ += other.count_;
    sum_ += other.sum_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
    histogram_.merge(other.histogram_);
}

LatencySummary LatencyStatistics::summary() const {
    LatencySummary summary;
    summary.count = count_;
    if (count_ > 0) {
        summary.mean = static_cast<double>(sum_) / static_cast<double>(count_);
        summary.min = min_;
        summary.p50 = std::min(max_, histogram_.percentile(50, count_));
        summary.p95 = std::min(max_, histogram_.percentile(95, count_));
        summary.p99 = std::min(max_, histogram_.percentile(99, count_));
        summary.max = max_;
    }
    return summary;
}

void MessageStatistics::merge(const MessageStatistics& other) {
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        latency[i].merge(other.latency[i]);
    }
    zero_load += other.zero_load;
    hops += other.hops;
    for (const auto sums :
         {&MessageStatistics::nodes, &MessageStatistics::classes, &MessageStatistics::steps}) {
        for (std::size_t i = 0; i < (other.*sums).size(); ++i) {
            add_to(this->*sums, i, (other.*sums)[i]);
        }
    }
}

void MessageStatistics::add_to(std::vector<Sum>& sums, std::size_t at, const Sum& more) {
    if (at >= sums.size()) {
        sums.resize(at + 1);
    }
    sums[at].count += more.count;
    sums[at].cycles += more.cycles;
}

}  // namespace flitscope::tb
