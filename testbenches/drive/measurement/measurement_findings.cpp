// What a measurement has found.
#include <algorithm>

#include "testbenches/drive/measurement/measurement.h"

namespace flitscope::tb {

namespace {

template <typename Sum, typename Count>
double mean(Sum sum, Count count) {
    return static_cast<double>(sum) / static_cast<double>(count);
}

}  // namespace

Findings Measurement::findings() const {
    Findings findings;
    findings.simulated_cycles = now_;
    findings.warmup_cycles = window_start_ ? window_start_->edge : now_;
    if (!window_start_) {
        findings.warnings.emplace_back("the warm-up did not end: nothing was measured");
        return findings;
    }
    const rtl::Cycle cycles = window_end_->edge - window_start_->edge;
    findings.measured_cycles = cycles;
    const LatencyIntervals::Look last = look(unicasts(), unicasts().window_batches);
    const MessageStatistics& window = unicasts().window;
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        findings.latency[i] = summary(window.latency[i], last, i);
    }
    for (std::size_t kind = 0; kind < kOperationKinds; ++kind) {
        findings.operations[kind] = findings_of(books_[1 + kind]);
    }
    if (window.count() > 0) {
        findings.mean_hops = mean(window.hops, window.count());
    }
    if (cycles > 0) {
        add_window(findings);
    }
    add_warnings(findings);
    return findings;
}

OperationFindings Measurement::findings_of(const Books& books) const {
    constexpr auto kWhole = static_cast<std::size_t>(LatencyKind::unicast);
    OperationFindings found;
    found.latency =
        summary(books.window.latency[kWhole], look(books, books.window_batches), kWhole);
    if (found.latency.count > 0) {
        found.channels = mean(books.window.hops, found.latency.count);
        found.lower_bound = mean(books.window.zero_load, found.latency.count);
        found.messages = books.messages;
        found.wrong_results = books.wrong_results;
    }
    for (const MessageStatistics::Sum& step : books.window.steps) {
        found.step_times.push_back(mean(step.cycles, step.count));
    }
    return found;
}

std::int64_t Measurement::measured() const {
    std::int64_t count = 0;
    for (const Books& books : books_) {
        count += books.window.count();
    }
    return count;
}

LatencySummary Measurement::summary(const LatencyStatistics& latencies,
                                    const LatencyIntervals::Look& look, std::size_t kind) const {
    LatencySummary summary = latencies.summary();
    if (summary.count > 0) {
        summary.ci_reason = saturated_ ? "saturated" : look.distrust[kind];
        if (summary.ci_reason == nullptr) {
            summary.ci = look.half_width[kind];
        }
        if (config_.distribution) {
            summary.bins = latencies.bins();
        }
    }
    return summary;
}

void Measurement::add_warnings(Findings& findings) const {
    if (window_lost_ > 0) {
        findings.warnings.push_back(std::to_string(window_lost_) +
                                    " measured messages were lost on their way: no latency "
                                    "counts them");
    }
    if (measured() == 0) {
        findings.warnings.emplace_back("no message of the measuring window was delivered");
        return;
    }
    if (saturated_) {
        return;
    }
    if (const auto why = doubt()) {
        findings.warnings.push_back(
            "undecided: " + *why +
            "; only a longer run can say whether the network carries this load "
            "(measure.max_cycles = " +
            std::to_string(cycles_that_may_decide()) + " or more)");
    }
    if (window_undelivered_ > 0) {
        findings.warnings.push_back(std::to_string(window_undelivered_) +
                                    " measured messages were not delivered by the end of the run: "
                                    "latencies are too low");
    }
    constexpr auto kWhole = static_cast<std::size_t>(LatencyKind::unicast);
    const Books& first =
        *std::find_if(books_.begin(), books_.end(), [](const Books& books) { return books.used; });
    const LatencyIntervals::Look last = look(first, first.window_batches);
    if (last.distrust[kWhole] != nullptr) {
        findings.warnings.push_back("no confidence interval of the latency: " +
                                    std::string(last.distrust[kWhole]));
    } else if (!config_.to_the_end && !window_is_precise()) {
        findings.warnings.emplace_back("the confidence interval asked for was not reached");
    }
}

/// Throughput, channels, ports and nodes between the ends of a window that is not empty.
void Measurement::add_window(Findings& findings) const {
    const WindowSnapshot& start = *window_start_;
    const WindowSnapshot& end = *window_end_;
    const rtl::Cycle cycles = end.edge - start.edge;
    const double node_cycles = 1.0 * description_->topology->nodes() * static_cast<double>(cycles);
    findings.offered = mean(end.flits_generated - start.flits_generated, node_cycles);
    findings.accepted = mean(end.flits_ejected - start.flits_ejected, node_cycles);
    findings.channels =
        ChannelSnapshot::between(start.channels, end.channels, cycles, *description_);
    findings.ports = PortSnapshot::between(start.ports, end.ports, cycles, config_.per_channel);
    if (config_.per_node) {
        findings.nodes = node_results();
    }
    findings.message_classes = class_results(node_cycles);
}

std::vector<MessageClassResult> Measurement::class_results(double node_cycles) const {
    const std::vector<MessageStatistics::Sum>& latencies = unicasts().window.classes;
    std::vector<MessageClassResult> results;
    for (std::size_t m = 0; m < class_flits_.size(); ++m) {
        const ClassFlits& start = window_start_->class_flits[m];
        const ClassFlits& end = window_end_->class_flits[m];
        MessageClassResult result;
        result.offered = mean(end.generated - start.generated, node_cycles);
        result.accepted = mean(end.delivered - start.delivered, node_cycles);
        if (m < latencies.size() && latencies[m].count > 0) {
            result.latency = mean(latencies[m].cycles, latencies[m].count);
        }
        results.push_back(result);
    }
    return results;
}

std::vector<NodeResult> Measurement::node_results() const {
    const rtl::Cycle cycles = window_end_->edge - window_start_->edge;
    const std::vector<std::uint64_t> consumed = PortSnapshot::consumed(
        window_start_->ports, window_end_->ports, description_->topology->nodes());
    const std::vector<MessageStatistics::Sum>& latencies = unicasts().window.nodes;
    std::vector<NodeResult> results;
    for (std::size_t node = 0; node < consumed.size(); ++node) {
        NodeResult result;
        result.offered =
            mean(window_end_->node_flits[node] - window_start_->node_flits[node], cycles);
        result.accepted = mean(consumed[node], cycles);
        if (node < latencies.size() && latencies[node].count > 0) {
            result.latency = mean(latencies[node].cycles, latencies[node].count);
        }
        results.push_back(result);
    }
    return results;
}

}  // namespace flitscope::tb
