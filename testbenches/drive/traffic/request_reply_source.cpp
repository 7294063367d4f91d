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
    const rtl::Cycle joins = starting_.empty() ? rtl::kNever : starting_.front().message.generated;
    return std::min({requests_->next_edge(), reply, free_edge_, joins});
}

const std::vector<rtl::Message>& RequestReplySource::messages_at(rtl::Cycle edge) {
    generate_at(edge);
    joining_.clear();
    joined_.clear();
    while (!starting_.empty() && starting_.front().message.generated == edge) {
        rtl::Message& message = starting_.front().message;
        message.id = next_id_++;
        message.sequence = node(message.source).sequence++;
        if (starting_.front().request) {
            under_way_.insert(message.id);
        }
        joining_.push_back(message);
        if (recorded_) {
            joined_.push_back(starting_.front());
        }
        starting_.pop_front();
    }
    return joining_;
}

void RequestReplySource::generate_at(rtl::Cycle edge) {
    if (edge == requests_->next_edge()) {
        for (const rtl::Message& request : requests_->messages_at(edge)) {
            node(request.source).held_back.push_back(request);
            node(request.source).held_back.back().generated = edge;
            free_.insert(request.source);
        }
    }
    free_edge_ = rtl::kNever;
    std::vector<Starting> all;
    for (; !replies_.empty() && std::get<0>(replies_.top()) == edge; replies_.pop()) {
        Starting reply;
        reply.message.source = std::get<1>(replies_.top());
        reply.message.destination = std::get<3>(replies_.top());
        reply.message.length = parameters_.reply_length;
        reply.message.message_class = parameters_.reply_class;
        reply.after = std::get<2>(replies_.top());
        all.push_back(reply);
    }
    for (const topo::NodeId id : free_) {
        Node& sender = node(id);
        while (!sender.held_back.empty() && sender.unanswered < parameters_.outstanding) {
            all.push_back(next_request(sender, edge));
        }
    }
    free_.clear();
    std::stable_sort(all.begin(), all.end(), [](const Starting& a, const Starting& b) {
        return a.message.source < b.message.source;
    });
    for (Starting& each : all) {
        each.message.generated = edge + parameters_.startup;
        starting_.push_back(each);
    }
}

/// The first request that was held back. The reply that let it go is the first one not yet used.
RequestReplySource::Starting RequestReplySource::next_request(Node& sender, rtl::Cycle edge) {
    Starting request;
    request.request = true;
    request.message = sender.held_back.front();
    request.message.length = parameters_.request_length;
    request.earliest = edge;
    if (sender.first < parameters_.outstanding) {
        ++sender.first;
    } else if (recorded_) {
        request.after = sender.may_go.front();
        sender.may_go.pop_front();
        if (request.after != kNone) {
            request.earliest = request.message.generated;
        }
    }
    sender.held_back.pop_front();
    ++sender.unanswered;
    return request;
}

std::optional<FinishedOperation> RequestReplySource::delivered(const rtl::Delivery& delivery) {
    const rtl::Message& message = delivery.message;
    if (under_way_.erase(message.id) != 0) {
        replies_.emplace(delivery.delivered + parameters_.service_cycles, message.destination,
                         message.id, message.source);
    } else {
        answered(message.destination, message.id, delivery.delivered);
    }
    return std::nullopt;
}

void RequestReplySource::lost(const rtl::Message& message, rtl::Cycle next) {
    const bool request = under_way_.erase(message.id) != 0;
    answered(request ? message.source : message.destination, kNone, next);
}

/// The requester has one unanswered request less, so it generates what it held back at this edge.
void RequestReplySource::answered(topo::NodeId requester, rtl::MessageId reply, rtl::Cycle edge) {
    Node& sender = node(requester);
    --sender.unanswered;
    if (recorded_ && parameters_.outstanding != kNoLimit) {
        sender.may_go.push_back(reply);
    }
    if (!sender.held_back.empty()) {
        free_.insert(requester);
        free_edge_ = std::min(free_edge_, edge);
    }
}

void RequestReplySource::describe(std::vector<TraceRow>& rows) {
    for (const Starting& joined : joined_) {
        TraceRow row = row_of(joined.message, parameters_.startup);
        if (joined.after != kNone) {
            row.after = {std::to_string(joined.after)};
            row.delay = joined.request ? 0 : parameters_.service_cycles;
        }
        row.cycle = joined.request ? std::optional(joined.earliest) : std::nullopt;
        rows.push_back(row);
    }
}

}  // namespace flitscope::tb
