#include "testbenches/drive/measurement/latency_statistics.h"

#include <algorithm>

namespace flitscope::tb {

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
    for (std::size_t node = 0; node < other.nodes.size(); ++node) {
        add_to(nodes, node, other.nodes[node]);
    }
    for (std::size_t step = 0; step < other.steps.size(); ++step) {
        add_to(steps, step, other.steps[step]);
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
