#include "testbenches/drive/measurement/traffic_client.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "rtl_models/router/contract/message_set.h"

namespace flitscope::tb {

TrafficClient::TrafficClient(const TrafficConfig& traffic, const MeasureConfig& measure,
                             std::uint64_t seed, const rtl::NetworkDescription& description,
                             const SimulationHooks& hooks)
    : source_(make_traffic_source(traffic, description, seed)),
      measurement_(measure, traffic, description),
      watchdog_(description),
      ledger_(*description.topology),
      queue_limit_(traffic.source_queue),
      when_full_(traffic.when_full),
      operations_(traffic.has_operations()),
      hooks_(hooks) {
    if (hooks_.traced) {
        source_->record();
    }
}

rtl::Cycle TrafficClient::next_edge() const {
    if (over_ || waiting_messages_ > 0) {
        return now_ + 1;  // a queue may have room at any time
    }
    rtl::Cycle next = std::min({measurement_.next_edge(), source_->next_edge(), wake_});
    if (faults_) {
        next = std::min(next, faults_->next_edge(now_, ledger_.under_way() > 0));
    }
    if (ledger_.under_way() > 0) {
        next = std::min(
            next, recovery_ ? std::min(DeadlockRecovery::next_look(now_), recovery_->next_return())
                            : watchdog_.next_edge());
    }
    return next;
}

bool TrafficClient::at_edge(rtl::Cycle edge, rtl::Network& network) {
    if (hooks_.interrupt != nullptr && hooks_.interrupt->load(std::memory_order_relaxed) != 0) {
        if (over_) {
            return false;
        }
        stop();
    }
    if (edge >= next_report_ && hooks_.progress) {
        next_report_ = edge + hooks_.progress_every;
        hooks_.progress(measurement_.progress(edge));
    }
    if (over_) {
        now_ = edge;
        return in_suspense();
    }
    return serve(edge, network) || close(edge, network);
}

/// The run is over. True: the network goes on for a closing cycle, or longer.
bool TrafficClient::close(rtl::Cycle edge, rtl::Network& network) {
    counters_ = network.counters();
    if (const auto& unchecked = network.description().unchecked) {
        unchecked_ = static_cast<std::int64_t>(unchecked->count());
    }
    certain_at_ = stopped_ ? 0 : edge + network.suspense();
    lines_left_ = source_->lines_left();
    if (!hooks_.closing) {
        over_ = true;
        return in_suspense();
    }
    check_books();
    over_ = true;
    hooks_.closing(edge);
    offer_messages(edge, network);
    return true;
}

bool TrafficClient::serve(rtl::Cycle edge, rtl::Network& network) {
    now_ = edge;
    wake_ = rtl::kNever;
    std::vector<rtl::MessageId> victims = look_for_deadlock(edge, network);
    stopped_ = stopped_ || deadlock_.has_value();
    if (stopped_) {
        measurement_.finish(edge, network);
        return false;
    }
    if (!measurement_.at_edge(edge, network)) {
        look_before_it_is_called_saturated(edge, network);
        return false;
    }
    if (faults_) {
        lose_to_faults(edge, network, victims);
    }
    if (!victims.empty()) {
        network.purge(victims);
        recovery_->purged(edge, victims);
    }
    offer_messages(edge, network);
    if (exhausted() && wake_ == rtl::kNever) {
        measurement_.finish(edge, network);
        return false;
    }
    return true;
}

/// `victims`: of a deadlock at the same edge. Removes the lost ones, which are not sent again.
void TrafficClient::lose_to_faults(rtl::Cycle edge, rtl::Network& network,
                                   std::vector<rtl::MessageId>& victims) {
    std::vector<rtl::MessageId> lost;
    for (const NetworkFaults::Lost& loss : faults_->at_edge(edge, network)) {
        lose(loss.message, loss.cause, true, edge);
        lost.push_back(loss.message.id);
        victims.erase(std::remove(victims.begin(), victims.end(), loss.message.id), victims.end());
    }
    if (!lost.empty()) {
        network.purge(lost);
        purged_ += static_cast<std::int64_t>(lost.size());
        wake_ = edge + 1;  // the network has counted them
    }
}

/// The message counts as lost and is no longer under way. `joined`: its source queue, before. What
/// it held back joins at `next` at the earliest.
void TrafficClient::lose(const rtl::Message& message, Loss::Cause cause, bool joined,
                         rtl::Cycle next) {
    if (over_) {
        return;
    }
    joined ? measurement_.lost_on_its_way(message, now_) : measurement_.lost(message);
    ledger_.lost(message);
    source_->lost(message, next);
    unreachable_ += cause == Loss::Cause::no_way ? 1 : 0;
    if (hooks_.lost) {
        hooks_.lost(message, {cause, joined, now_});
    }
    if (recovery_) {
        recovery_->delivered(message.id);
    }
}

/// The messages to be purged at this edge, or deadlock_.
std::vector<rtl::MessageId> TrafficClient::look_for_deadlock(rtl::Cycle edge,
                                                             const rtl::Network& network) {
    if (recovery_) {
        DeadlockRecovery::Look look = recovery_->at_edge(edge, network);
        deadlock_ = std::move(look.hopeless);
        return std::move(look.victims);
    }
    if (edge >= watchdog_.next_edge()) {
        deadlock_ = watchdog_.at_edge(edge, network, ledger_.oldest(), ledger_.next_id());
    }
    return {};
}

/// A network in which some messages can never move again is deadlocked, not saturated.
void TrafficClient::look_before_it_is_called_saturated(rtl::Cycle edge,
                                                       const rtl::Network& network) {
    if (recovery_ || !(measurement_.saturated() || measurement_.undecided())) {
        return;
    }
    deadlock_ = watchdog_.look(edge, network);
    stopped_ = stopped_ || deadlock_.has_value();
}

/// Counts the messages in front of one that joins now: in the network's queue, and in the line
/// before it.
void TrafficClient::watch_queue(const rtl::Message& message, const rtl::Network& network) {
    if (measurement_.watches_queues() && !over_) {
        const int queue = network.queue_of(message);
        const auto line = waiting_.find(message.source);
        const std::size_t before = line == waiting_.end() ? 0 : line->second.size();
        measurement_.joins(message.source, queue, now_,
                           before + network.queued(message.source, queue));
    }
}

void TrafficClient::offer(const rtl::Message& message, rtl::Network& network) {
    network.offer(message);
    if (recovery_) {
        recovery_->offered(message);
    }
}

void TrafficClient::offer_returning(rtl::Cycle edge, rtl::Network& network) {
    for (const rtl::Message& message : recovery_->returning_at(edge)) {
        if (leads_on(message)) {
            network.offer(message);
        } else {
            lose(message, Loss::Cause::no_way, true, now_ + 1);
        }
    }
}

void TrafficClient::count_begun(rtl::Cycle edge) {
    for (const OperationKind kind : kAllOperations) {
        measurement_.begun(kind, edge, source_->begun(kind));
    }
}

void TrafficClient::offer_messages(rtl::Cycle edge, rtl::Network& network) {
    if (recovery_) {
        offer_returning(edge, network);
    }
    const std::vector<rtl::Message>& joining = source_->messages_at(edge);
    if (hooks_.traced && !over_) {
        std::vector<TraceRow> rows;
        source_->describe(rows);
        std::for_each(rows.begin(), rows.end(), hooks_.traced);
    }
    if (operations_) {
        source_->operate(network);
        if (!over_) {
            count_begun(edge);
        }
    }
    for (const rtl::Message& message : joining) {
        ledger_.generated(message);
        if (!over_) {
            report_generated(message);
        }
        if (!leads_on(message)) {
            lose(message, Loss::Cause::no_way, false, now_ + 1);
        } else if (queue_limit_ == rtl::kUnbounded) {
            count_generated(message);
            watch_queue(message, network);
            offer(message, network);
        } else if (when_full_ == WhenFull::lose) {
            offer_or_lose(message, network);
        } else {
            count_generated(message);
            watch_queue(message, network);
            waiting_[message.source].push_back(message);
            ++waiting_messages_;
        }
    }
    if (waiting_messages_ > 0) {
        offer_waiting(network);
    }
}

void TrafficClient::report_generated(const rtl::Message& message) const {
    if (hooks_.generated) {
        hooks_.generated(message);
    }
    const std::optional<OperationPart> part =
        hooks_.part_of_operation ? source_->operation_of(message) : std::nullopt;
    if (part) {
        hooks_.part_of_operation(message, *part);
    }
}

bool TrafficClient::has_room(const rtl::Message& message, const rtl::Network& network) const {
    if (queue_limit_ == 0) {
        return network.starts_at_once(message);
    }
    return network.queued(message.source, network.queue_of(message)) <
           static_cast<std::size_t>(queue_limit_);
}

void TrafficClient::offer_or_lose(const rtl::Message& message, rtl::Network& network) {
    if (has_room(message, network)) {
        count_generated(message);
        offer(message, network);
    } else {
        lose(message, Loss::Cause::queue_full, false, now_ + 1);
    }
}

void TrafficClient::offer_waiting(rtl::Network& network) {
    for (auto node = waiting_.begin(); node != waiting_.end();) {
        std::deque<rtl::Message>& line = node->second;
        while (!line.empty()) {
            if (!leads_on(line.front())) {
                lose(line.front(), Loss::Cause::no_way, true, now_ + 1);
            } else if (has_room(line.front(), network)) {
                offer(line.front(), network);
            } else {
                break;
            }
            line.pop_front();
            --waiting_messages_;
        }
        node = line.empty() ? waiting_.erase(node) : std::next(node);
    }
}

/// The message did not arrive, so its operation cannot end.
void TrafficClient::end_by_error(const rtl::Delivery& delivery) {
    ++protocol_errors_;
    if (!first_error_) {
        first_error_ = delivery;
    }
    wake_ = delivery.delivered;
    stop();
}

void TrafficClient::delivered(const rtl::Delivery& delivery) {
    if (over_) {
        return;
    }
    if (hooks_.delivered) {
        hooks_.delivered(delivery);
    }
    const bool in_operation = operations_ && source_->in_operation(delivery.message);
    std::optional<FinishedOperation> finished;
    if (delivery.error) {
        end_by_error(delivery);
    } else {
        finished = source_->delivered(delivery);
    }
    if (!delivery.last) {
        return;  // a copy of a multicast that is still under way
    }
    if (delivery.error) {
        ledger_.lost(delivery.message);  // its times are not those of a delivery
    } else {
        ledger_.delivered(delivery);
    }
    if (recovery_) {
        recovery_->delivered(delivery.message.id);
    }
    measurement_.delivered(delivery, in_operation || delivery.error);
    if (finished) {
        measurement_.operation_finished(*finished);
    }
    if (exhausted()) {
        wake_ = delivery.delivered;
    }
}

void TrafficClient::handed(const rtl::ReductionResult& result) {
    if (over_) {
        return;
    }
    if (const std::optional<FinishedOperation> finished = source_->handed(result)) {
        measurement_.operation_finished(*finished);
    }
}

void TrafficClient::check_books() const {
    if (over_ && hooks_.closing) {
        return;  // done before the closing cycle
    }
    const MessageCounts& counts = measurement_.counts();
    const auto require = [](bool ok, const std::string& what) {
        if (!ok) {
            throw std::logic_error("messages do not add up: " + what);
        }
    };
    require(static_cast<std::int64_t>(ledger_.next_id()) == counts.generated &&
                ledger_.under_way() == counts.undelivered(),
            std::to_string(counts.generated) + " generated, " + std::to_string(counts.delivered) +
                " delivered, " + std::to_string(counts.lost) + " lost, " +
                std::to_string(ledger_.under_way()) + " under way");
    const std::int64_t again = recovery_ ? retransmitted() - recovery_->waiting() : 0;
    require(static_cast<std::int64_t>(counters_.messages_offered) ==
                counts.generated - (counts.lost - purged_) - waiting_messages_ + again,
            "the network was offered " + std::to_string(counters_.messages_offered));
    require(static_cast<std::int64_t>(counters_.messages_delivered) == counts.delivered,
            "the network says it delivered " + std::to_string(counters_.messages_delivered));
    require(static_cast<std::int64_t>(counters_.messages_purged) == retransmitted() + purged_,
            "the network says that " + std::to_string(counters_.messages_purged) +
                " were taken out of it");
}

}  // namespace flitscope::tb
