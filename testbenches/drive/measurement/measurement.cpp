#include "testbenches/drive/measurement/measurement.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::tb {

Measurement::Measurement(const MeasureConfig& config, const TrafficConfig& traffic,
                         const rtl::NetworkDescription& description)
    : config_(config),
      rule_(config),
      description_(&description),
      zero_load_(description),
      series_(config.series_every, description) {
    unicasts().used = !traffic.has_operations();  // else once there is one
    for (const OperationKind kind : kAllOperations) {
        books_of(kind).used = traffic.has(kind);
    }
    if (traffic.has(OperationKind::collective)) {
        bound_.emplace(description, traffic.collective.exchange, traffic.startup_cycles);
    }
    if (traffic.never_holds_back()) {
        busy_.emplace(description);
    }
    if (config.per_node) {
        node_flits_.resize(static_cast<std::size_t>(description.topology->nodes()), 0);
    }
    if (description.router.message_classes > 1) {
        class_flits_.resize(static_cast<std::size_t>(description.router.message_classes));
    }
}

void Measurement::generated(const rtl::Message& message, bool in_operation) {
    ++counts_.generated;
    count_flits(message);
    if (window_start_) {
        backlog_.change(message.generated, +1);
    }
    if (!in_operation) {
        begin(unicasts(), message.generated);
    }
}

void Measurement::begun(OperationKind kind, rtl::Cycle edge, std::int64_t count) {
    for (; count > 0; --count) {
        begin(books_of(kind), edge);
    }
}

void Measurement::begin(Books& books, rtl::Cycle edge) {
    books.used = true;
    if (window_start_) {
        books.batches.generated(edge);
        ++(phase_ == Phase::draining ? later_undelivered_ : window_undelivered_);
    }
}

void Measurement::count_flits(const rtl::Message& message) {
    counts_.flits_generated += message.length;
    if (config_.per_node) {
        node_flits_[static_cast<std::size_t>(message.source)] += message.length;
    }
    if (!class_flits_.empty()) {
        flits_of_class(message).generated += message.length;
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
    sample.message_class = class_flits_.empty() ? -1 : delivery.message.message_class;
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

void Measurement::delivered(const rtl::Delivery& delivery, bool in_operation) {
    ++counts_.delivered;
    if (!class_flits_.empty()) {
        flits_of_class(delivery.message).delivered += delivery.message.length;
    }
    if (window_start_) {
        backlog_.change(delivery.delivered, -1);
    } else if (counts_.delivered == config_.warmup_messages) {
        next_edge_ = delivery.delivered;
    }
    if (!in_operation) {
        const LatencySample taken = sample(delivery);
        series_.add_latency(taken[LatencyKind::unicast]);
        settle(unicasts(), delivery.message.generated, delivery.delivered, &taken);
    }
}

void Measurement::operation_finished(const FinishedOperation& operation) {
    const rtl::Cycle latency = operation.delivered - operation.generated;
    LatencySample taken;
    taken.latency = {latency, latency, 0, latency};  // an operation has one latency, without parts
    taken.hops = static_cast<int>(operation.channels);
    std::vector<std::int64_t> steps;
    for (const rtl::Cycle end : operation.step_ends) {
        steps.push_back(end - operation.generated);
    }
    taken.steps = &steps;
    if (operation.kind == OperationKind::collective) {
        taken.zero_load = bound_.value().cycles(operation.length);
        if (latency < taken.zero_load) {
            throw std::logic_error("a collective took " + std::to_string(latency) +
                                   " cycles, less than its bound of " +
                                   std::to_string(taken.zero_load));
        }
        if (operation.wrong_results > 0) {
            throw std::logic_error("a collective left " + std::to_string(operation.wrong_results) +
                                   " nodes with a wrong result");
        }
    }
    Books& books = books_of(operation.kind);
    books.messages = operation.messages;
    books.wrong_results += operation.wrong_results;
    settle(books, operation.begun, operation.delivered, &taken);
}

void Measurement::lost_on_its_way(const rtl::Message& message, rtl::Cycle edge) {
    ++counts_.lost;
    if (window_start_) {
        backlog_.change(edge, -1);
    }
    settle(unicasts(), message.generated, edge + 1, nullptr);
}

/// A message or operation of these books is no longer under way. taken: its latencies; null: it was
/// lost. Once none of the window is under way, edge `look` is served.
void Measurement::settle(Books& books, rtl::Cycle joined, rtl::Cycle look,
                         const LatencySample* taken) {
    if (!window_start_ || joined < window_start_->edge) {
        return;
    }
    const auto book = [&](BatchMeans& batches) {
        taken != nullptr ? batches.delivered(joined, *taken) : batches.lost(joined);
    };
    book(books.batches);
    const bool later = phase_ != Phase::measuring && joined >= window_end_->edge;
    if (taken != nullptr) {
        (later ? books.later : books.window).add(*taken);
    }
    --(later ? later_undelivered_ : window_undelivered_);
    window_lost_ += taken == nullptr && !later ? 1 : 0;
    if (phase_ == Phase::measuring || later) {
        return;
    }
    book(books.window_batches);
    if (window_undelivered_ == 0 && !limit_reached_) {
        next_edge_ = look;
    }
}

bool Measurement::at_edge(rtl::Cycle edge, const rtl::Network& network) {
    if (edge < next_edge_ && phase_ != Phase::finished) {
        return true;
    }
    if (edge > next_edge_) {
        throw std::logic_error("measurement: edge " + std::to_string(next_edge_) + " was skipped");
    }
    now_ = edge;
    if (edge == series_.next_edge()) {
        series_.end_interval(
            counts_, network.counters().flits_ejected,
            config_.per_channel ? ChannelSnapshot(network, true) : ChannelSnapshot());
    }
    if (phase_ == Phase::warmup) {
        if (counts_.delivered >= config_.warmup_messages || edge >= rule_.warmup_limit()) {
            open_window(rule_.first_grid(edge), network);
        }
    } else if (edge == unicasts().batches.grid().boundary()) {
        complete_batch(edge, network);
    }
    if (phase_ == Phase::draining && window_undelivered_ == 0 && !limit_reached_) {
        end_drain(edge, network);
    }
    if (phase_ == Phase::measuring && edge >= rule_.window_limit()) {
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
        next_edge_ = std::min(next_edge_, rule_.warmup_limit());
    } else {
        next_edge_ = std::min(next_edge_, unicasts().batches.grid().boundary());
        if (phase_ == Phase::measuring) {
            next_edge_ = std::min(next_edge_, rule_.window_limit());
        }
    }
    next_edge_ = std::max(next_edge_, edge + 1);
}

Measurement::WindowSnapshot Measurement::snapshot(rtl::Cycle edge,
                                                  const rtl::Network& network) const {
    return {edge,
            counts_.flits_generated,
            network.counters().flits_ejected,
            ChannelSnapshot(network, config_.per_channel),
            PortSnapshot(network),
            node_flits_,
            class_flits_};
}

void Measurement::open_window(const BatchGrid& grid, const rtl::Network& network) {
    window_start_ = snapshot(grid.start(), network);
    for (Books& books : books_) {
        books.batches = BatchMeans(grid);
        books.window = {};
    }
    window_undelivered_ = 0;
    window_lost_ = 0;
    backlog_ = BacklogTrend(grid, counts_.undelivered());
    look_at_links(grid.start(), network);
    phase_ = Phase::measuring;
}

void Measurement::complete_batch(rtl::Cycle edge, const rtl::Network& network) {
    for (Books& books : books_) {
        books.batches.complete_batch();
    }
    backlog_.complete_batch();
    look_at_links(edge, network);
    if (config_.to_the_end) {
        return;
    }
    if (is_saturated()) {
        saturated_ = true;
        finish(edge, network);
        return;
    }
    if (phase_ == Phase::measuring && rule_.looks(unicasts().batches.grid())) {
        look_and_remember(edge, network);
    }
}

void Measurement::close_window(rtl::Cycle edge, const rtl::Network& network) {
    window_end_ = snapshot(edge, network);
    for (Books& books : books_) {
        books.window_batches = books.batches;
        books.later = {};
    }
    later_undelivered_ = 0;
    phase_ = Phase::draining;
}

/// The window takes the messages after it.
void Measurement::merge_later() {
    for (Books& books : books_) {
        books.window.merge(books.later);
    }
    window_undelivered_ += later_undelivered_;
}

void Measurement::end_drain(rtl::Cycle edge, const rtl::Network& network) {
    if (window_is_precise()) {
        finish(edge, network);
        return;
    }
    if (edge >= rule_.window_limit()) {
        limit_reached_ = true;
        return;
    }
    // The last messages have widened the interval, so the window continues.
    merge_later();
    window_end_.reset();
    phase_ = Phase::measuring;
}

void Measurement::finish(rtl::Cycle edge, const rtl::Network& network) {
    if (phase_ == Phase::finished) {
        return;
    }
    if (phase_ == Phase::draining && saturated_) {
        // Nothing is waited for: the window ends here.
        merge_later();
        phase_ = Phase::measuring;
    }
    if (phase_ == Phase::measuring) {
        close_window(edge, network);
    }
    look_at_links(edge, network);
    now_ = edge;
    phase_ = Phase::finished;
}

}  // namespace flitscope::tb
