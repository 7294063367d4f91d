#include "tlm/interconnect/message_gate.h"

#include <algorithm>

namespace flitscope::tl {

MessageGate::MessageGate(rtl::Network& network, MessageListener& listener, int queue_limit)
    : listener_(listener),
      queue_limit_(queue_limit),
      sequences_(static_cast<std::size_t>(network.description().topology->nodes())),
      stepper_(make_stepper(network, *this)) {}

void MessageGate::send(rtl::Cycle edge, const OutgoingMessage& message) {
    const rtl::Cycle planned = next_edge();
    future_.push({edge, sent_++, message});
    if (edge < planned) {
        stepper_->wake_for(edge);
    }
}

rtl::Cycle MessageGate::next_edge() const {
    if (!blocked_.empty()) {
        return last_edge_ + 1;
    }
    return future_.empty() ? rtl::kNever : future_.top().edge;
}

bool MessageGate::offer(const OutgoingMessage& outgoing, rtl::Cycle edge, rtl::Network& network) {
    std::uint32_t& sequence = sequences_[static_cast<std::size_t>(outgoing.source)];
    rtl::Message message;
    message.id = first_id_ + under_way_.size();
    message.source = outgoing.source;
    message.destination = outgoing.destination;
    message.length = outgoing.length;
    message.sequence = sequence;
    message.message_class = outgoing.message_class;
    message.generated = edge;
    message.header = outgoing.header;
    if (bounded() && network.queued(message.source, network.queue_of(message)) >=
                         static_cast<std::size_t>(queue_limit_)) {
        return false;
    }
    under_way_.push_back({outgoing.ticket, outgoing.bytes});
    message.bytes = outgoing.bytes.data != nullptr ? &under_way_.back().bytes : nullptr;
    network.offer(message);
    ++sequence;
    return true;
}

bool MessageGate::at_edge(rtl::Cycle edge, rtl::Network& network) {
    last_edge_ = edge;
    due_.swap(blocked_);
    const auto waited = static_cast<std::ptrdiff_t>(due_.size());
    while (!future_.empty() && future_.top().edge <= edge) {
        due_.push_back(future_.top());
        future_.pop();
    }
    std::inplace_merge(
        due_.begin(), due_.begin() + waited, due_.end(),
        [](const Waiting& a, const Waiting& b) { return a.message.source < b.message.source; });
    topo::NodeId full = topo::kNoNode;
    for (const Waiting& waiting : due_) {
        if (waiting.message.source != full && offer(waiting.message, edge, network)) {
            listener_.accepted(waiting.message.ticket, edge);
        } else {
            full = waiting.message.source;
            blocked_.push_back(waiting);
        }
    }
    due_.clear();
    return true;
}

void MessageGate::delivered(const rtl::Delivery& delivery) {
    UnderWay& record = under_way_[static_cast<std::size_t>(delivery.message.id - first_id_)];
    const std::uint32_t ticket = record.ticket;
    record.done = delivery.last;
    while (!under_way_.empty() && under_way_.front().done) {
        under_way_.pop_front();
        ++first_id_;
    }
    listener_.delivered(ticket, delivery);
}

}  // namespace flitscope::tl
