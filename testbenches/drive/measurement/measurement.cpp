#include "testbenches/drive/measurement/measurement.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::tb {

namespace {

constexpr int kBatchesWanted = 20;  ///< before anything is decided
constexpr int kBatchesBetweenLooks = 5;
constexpr int kSaturationFactor = 20;           ///< times the zero-load mean
constexpr double kSaturationConfidence = 0.99;  ///< at least: a run makes many such tests
constexpr rtl::Cycle kFirstBatchCycles = 256;

/// First batch length: short enough that a run to max_cycles has its batches.
int log2_first_batch(rtl::Cycle max_cycles) {
    int log2 = 0;
    while ((rtl::Cycle{2} << log2) <= std::min(kFirstBatchCycles, max_cycles / 128)) {
        ++log2;
    }
    return log2;
}

rtl::Cycle warmup_limit(const MeasureConfig& config) { return config.max_cycles / 4; }

/// The last sixteenth of a run is kept for the drain.
rtl::Cycle window_limit(const MeasureConfig& config) {
    return config.max_cycles - config.max_cycles / 16;
}

}  // namespace

Measurement::Measurement(const MeasureConfig& config, const rtl::NetworkDescription& description)
    : config_(config),
      description_(&description),
      zero_load_(description),
      series_(config.series_every, description.topology->nodes()) {
    if (config.per_node) {
        node_flits_.resize(static_cast<std::size_t>(description.topology->nodes()), 0);
    }
}

void Measurement::generated(const rtl::Message& message) {
    ++counts_.generated;
    count_flits(message);
    if (window_start_) {
        batches_.generated(message.generated);
        backlog_.change(message.generated, +1);
        ++(phase_ == Phase::draining ? later_undelivered_ : window_undelivered_);
    }
}

void Measurement::count_flits(const rtl::Message& message) {
    counts_.flits_generated += message.length;
    if (config_.per_node) {
        node_flits_[static_cast<std::size_t>(message.source)] += message.length;
    }
}

void Measurement::lost(const rtl::Message& message) {
    ++counts_.generated;
    ++counts_.lost;
    count_flits(message);
}

LatencySample Measurement::sample(const rtl::Delivery& delivery) const {
    LatencySample sample;
    sample.hops = delivery.hops;
    sample.source = config_.per_node ? delivery.message.source : -1;
    sample.zero_load = zero_load_.latency(delivery.message, delivery.hops);
    const rtl::Cycle network = delivery.delivered - delivery.injected;
    if (zero_load_.is_lower_bound() && network < sample.zero_load) {
        throw std::logic_error("message " + std::to_string(delivery.message.id) + " took " +
                               std::to_string(network) + " cycles for " +
                               std::to_string(delivery.hops) + " hops, the zero-load rule says " +
                               std::to_string(sample.zero_load));
    }
    // The head crosses the source's switch in the cycle that ends at `departed`. A message to the
    // own node takes no channel: its tail may have arrived long before.
    const rtl::Cycle channel = delivery.hops == 0 ? 0 : delivery.arrived - (delivery.departed - 1);
    sample.latency = {delivery.delivered - delivery.message.generated, network,
                      delivery.injected - delivery.message.generated, channel};
    return sample;
}

void Measurement::delivered(const rtl::Delivery& delivery) {
    ++counts_.delivered;
    const rtl::Cycle joined = delivery.message.generated;
    const LatencySample taken = sample(delivery);
    series_.add_latency(taken[LatencyKind::unicast]);
    if (!window_start_) {
        if (counts_.delivered == config_.warmup_messages) {
            next_edge_ = delivery.delivered;
        }
        return;
    }
    settle(joined, delivery.delivered, delivery.delivered, &taken);
}

void Measurement::lost_on_its_way(const rtl::Message& message, rtl::Cycle edge) {
    ++counts_.lost;
    if (window_start_) {
        settle(message.generated, edge, edge + 1, nullptr);
    }
}

/// A message is under way no more from `edge` on. taken: its latencies; null: it is lost. When all
/// of the window have settled this is looked at at edge `look`.
void Measurement::settle(rtl::Cycle joined, rtl::Cycle edge, rtl::Cycle look,
                         const LatencySample* taken) {
    backlog_.change(edge, -1);
    if (joined < window_start_->edge) {
        return;
    }
    const auto book = [&](BatchMeans& batches) {
        taken != nullptr ? batches.delivered(joined, *taken) : batches.lost(joined);
    };
    book(batches_);
    const bool later = phase_ != Phase::measuring && joined >= window_end_->edge;
    if (taken != nullptr) {
        (later ? later_ : window_).add(*taken);
    }
    --(later ? later_undelivered_ : window_undelivered_);
    window_lost_ += taken == nullptr && !later ? 1 : 0;
    if (phase_ == Phase::measuring || later) {
        return;
    }
    book(window_batches_);
    if (window_undelivered_ == 0 && !limit_reached_) {
        next_edge_ = look;
    }
}

bool Measurement::at_edge(rtl::Cycle edge, const rtl::Network& network) {
    if (edge < next_edge_ && phase_ != Phase::finished) {
        return true;
    }
    if (edge > next_edge_) {
        throw std::logic_error("measurement: edge " + std::to_string(next_edge_) + " was left out");
    }
    now_ = edge;
    if (edge == series_.next_edge()) {
        series_.end_interval(counts_, network.counters().flits_ejected);
    }
    if (phase_ == Phase::warmup) {
        if (counts_.delivered >= config_.warmup_messages || edge >= warmup_limit(config_)) {
            open_window(edge, network);
        }
    } else if (edge == batches_.grid().boundary()) {
        complete_batch(edge, network);
    }
    if (phase_ == Phase::draining && window_undelivered_ == 0 && !limit_reached_) {
        end_drain(edge, network);
    }
    if (phase_ == Phase::measuring && edge >= window_limit(config_)) {
        limit_reached_ = true;
        close_window(edge, network);
    }
    if (edge >= config_.max_cycles) {
        finish(edge, network);
    }
    plan_next_edge(edge);
    return phase_ != Phase::finished;
}

void Measurement::plan_next_edge(rtl::Cycle edge) {
    next_edge_ = std::min(config_.max_cycles, series_.next_edge());
    if (phase_ == Phase::warmup) {
        next_edge_ = std::min(next_edge_, warmup_limit(config_));
    } else {
        next_edge_ = std::min(next_edge_, batches_.grid().boundary());
        if (phase_ == Phase::measuring) {
            next_edge_ = std::min(next_edge_, window_limit(config_));
        }
    }
    next_edge_ = std::max(next_edge_, edge + 1);
}

WindowSnapshot Measurement::snapshot(rtl::Cycle edge, const rtl::Network& network) const {
    return {edge,
            counts_.flits_generated,
            network.counters().flits_ejected,
            ChannelSnapshot(network, config_.per_channel),
            PortSnapshot(network),
            node_flits_};
}

void Measurement::open_window(rtl::Cycle edge, const rtl::Network& network) {
    window_start_ = snapshot(edge, network);
    const BatchGrid grid(edge, log2_first_batch(config_.max_cycles));
    batches_ = BatchMeans(grid);
    backlog_ = BacklogTrend(grid, counts_.undelivered());
    phase_ = Phase::measuring;
}

void Measurement::complete_batch(rtl::Cycle edge, const rtl::Network& network) {
    batches_.complete_batch();
    backlog_.complete_batch();
    if (config_.to_the_end) {
        return;
    }
    if (is_saturated()) {
        saturated_ = true;
        finish(edge, network);
        return;
    }
    if (phase_ != Phase::measuring) {
        return;
    }
    // Not at every batch: each further look is a further chance to stop by accident.
    if (batches_.grid().completed() % kBatchesBetweenLooks != 0) {
        return;
    }
    const LatencyIntervals::Look now = look(batches_);
    relative_error_ = now.relative_error();
    if (now.precise(config_.relative_error)) {
        close_window(edge, network);
    } else {
        intervals_.remember(now, batches_);
    }
}

LatencyIntervals::Look Measurement::look(const BatchMeans& means) const {
    return intervals_.look(means, means.settled(), config_.confidence);
}

bool Measurement::is_saturated() const {
    if (batches_.grid().completed() < kBatchesWanted) {
        return false;
    }
    const std::int64_t messages = window_.count() + later_.count();
    const std::int64_t zero_load = window_.zero_load + later_.zero_load;
    const std::int64_t latency =
        window_[LatencyKind::unicast].sum() + later_[LatencyKind::unicast].sum();
    if (latency > kSaturationFactor * zero_load) {
        return true;
    }
    // Shorter batches could still show the network fill.
    return batches_.grid().length() * messages >= zero_load &&
           backlog_.grows(description_->topology->nodes(),
                          std::max(config_.confidence, kSaturationConfidence));
}

void Measurement::close_window(rtl::Cycle edge, const rtl::Network& network) {
    window_end_ = snapshot(edge, network);
    window_batches_ = batches_;
    later_ = {};
    later_undelivered_ = 0;
    phase_ = Phase::draining;
}

void Measurement::end_drain(rtl::Cycle edge, const rtl::Network& network) {
    if (look(window_batches_).precise(config_.relative_error)) {
        finish(edge, network);
        return;
    }
    if (edge >= window_limit(config_)) {
        limit_reached_ = true;
        return;
    }
    // The last messages have widened the interval: the window goes on.
    window_.merge(later_);
    window_undelivered_ = later_undelivered_;
    window_end_.reset();
    phase_ = Phase::measuring;
}

void Measurement::finish(rtl::Cycle edge, const rtl::Network& network) {
    if (phase_ == Phase::finished) {
        return;
    }
    if (phase_ == Phase::draining && saturated_) {
        window_.merge(later_);  // nothing is waited for: the window ends here
        window_undelivered_ += later_undelivered_;
        phase_ = Phase::measuring;
    }
    if (phase_ == Phase::measuring) {
        close_window(edge, network);
    }
    now_ = edge;
    phase_ = Phase::finished;
}

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
    const LatencyIntervals::Look last = look(window_batches_);
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        LatencySummary& summary = findings.latency[i] = window_.latency[i].summary();
        if (summary.count == 0) {
            continue;
        }
        summary.ci_reason = saturated_ ? "saturated" : last.distrust[i];
        if (summary.ci_reason == nullptr) {
            summary.ci = last.half_width[i];
        }
    }
    if (window_.count() > 0) {
        findings.mean_hops =
            static_cast<double>(window_.hops) / static_cast<double>(window_.count());
    }
    if (cycles > 0) {
        add_window(*window_start_, *window_end_, config_, *description_, window_, findings);
    }
    add_warnings(findings, last);
    return findings;
}

void Measurement::add_warnings(Findings& findings, const LatencyIntervals::Look& look) const {
    if (window_lost_ > 0) {
        findings.warnings.push_back(std::to_string(window_lost_) +
                                    " measured messages were lost on their way: no latency "
                                    "counts them");
    }
    if (window_.count() == 0) {
        findings.warnings.emplace_back("no message of the measuring window was delivered");
        return;
    }
    if (saturated_) {
        return;
    }
    if (window_undelivered_ > 0) {
        findings.warnings.push_back(std::to_string(window_undelivered_) +
                                    " measured messages were not delivered by the end of the run: "
                                    "latencies are too low");
    }
    constexpr auto kUnicast = static_cast<std::size_t>(LatencyKind::unicast);
    if (look.distrust[kUnicast] != nullptr) {
        findings.warnings.push_back("no confidence interval of the latency: " +
                                    std::string(look.distrust[kUnicast]));
    } else if (!config_.to_the_end && !look.precise(config_.relative_error)) {
        findings.warnings.emplace_back("the confidence interval asked for was not reached");
    }
}

}  // namespace flitscope::tb
