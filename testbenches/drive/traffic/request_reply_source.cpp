#include "testbenches/drive/traffic/request_reply_source.h"

#include <algorithm>

namespace flitscope::tb {

RequestReplySource::RequestReplySource(std::unique_ptr<TrafficSource> requests, topo::NodeId nodes,
                                       const Parameters& parameters)
    : requests_(std::move(requests)),
      parameters_(parameters),
      nodes_(static_cast<std::size_t>(nodes)) {}

rtl::Cycle RequestReplySource::next_edge() const {
    const rtl::Cycle reply = replies_.empty() ? rtl::kNever : std::get<0>(replies_.top());
    return std::min({requests_->next_edge(), reply, free_edge_});
}

const std::vector<rtl::Message>& RequestReplySource::messages_at(rtl::Cycle edge) {
    joining_.clear();
    if (edge == requests_->next_edge()) {
        for (const rtl::Message& request : requests_->messages_at(edge)) {
            node(request.source).held_back.push_back(request);
            free_.insert(request.source);
        }
    }
    free_edge_ = rtl::kNever;
    std::vector<std::pair<rtl::Message, bool>> all;  ///< and whether it is a request
    while (!replies_.empty() && std::get<0>(replies_.top()) == edge) {
        rtl::Message reply;
        reply.source = std::get<1>(replies_.top());
        reply.destination = std::get<3>(replies_.top());
        reply.length = parameters_.reply_length;
        reply.message_class = parameters_.reply_class;
        all.emplace_back(reply, false);
        replies_.pop();
    }
    for (const topo::NodeId id : free_) {
        Node& sender = node(id);
        while (!sender.held_back.empty() && sender.unanswered < parameters_.outstanding) {
            all.emplace_back(sender.held_back.front(), true);
            all.back().first.length = parameters_.request_length;
            sender.held_back.pop_front();
            ++sender.unanswered;
        }
    }
    free_.clear();
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.first.source < b.first.source; });
    for (const auto& [message, request] : all) {
        if (request) {
            under_way_.insert(next_id_);
        }
        join(message, edge);
    }
    return joining_;
}

void RequestReplySource::join(rtl::Message message, rtl::Cycle edge) {
    message.id = next_id_++;
    message.sequence = node(message.source).sequence++;
    message.generated = edge;
    joining_.push_back(message);
}

std::optional<FinishedOperation> RequestReplySource::delivered(const rtl::Delivery& delivery) {
    const rtl::Message& message = delivery.message;
    if (under_way_.erase(message.id) != 0) {
        replies_.emplace(delivery.delivered + parameters_.service_cycles, message.destination,
                         message.id, message.source);
    } else {
        answered(message.destination, delivery.delivered);
    }
    return std::nullopt;
}

void RequestReplySource::lost(const rtl::Message& message, rtl::Cycle next) {
    const bool request = under_way_.erase(message.id) != 0;
    answered(request ? message.source : message.destination, next);
}

/// One unanswered request less; what was held back joins at that edge.
void RequestReplySource::answered(topo::NodeId requester, rtl::Cycle edge) {
    --node(requester).unanswered;
    if (!node(requester).held_back.empty()) {
        free_.insert(requester);
        free_edge_ = std::min(free_edge_, edge);
    }
}

}  // namespace flitscope::tb
