#include "testbenches/drive/traffic/message_source.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

namespace {

/// Buckets: one turn takes about two mean gaps. 64 to 65536, as larger wheels do not fit the cache.
std::size_t wheel_size(double rate) {
    std::size_t size = 64;
    while (size < 65536 && static_cast<double>(size) * rate < 2) {
        size *= 2;
    }
    return size;
}

}  // namespace

MessageSource::MessageSource(const TrafficConfig& traffic, const topo::Topology& topology,
                             std::uint64_t seed)
    : pattern_(find_pattern(traffic.pattern.name).make(topology, traffic.pattern.options)),
      arrivals_(
          find_arrival(traffic.arrivals.name).make(traffic.rate, seed, traffic.arrivals.options)),
      lengths_(find_length(traffic.length.name).make(traffic.length.options)),
      destination_random_(seed, RandomPurpose::destination),
      length_random_(seed, RandomPurpose::length),
      class_random_(seed, RandomPurpose::message_class),
      class_bounds_(traffic.class_shares.size()),
      startup_(traffic.startup_cycles),
      nodes_(static_cast<std::size_t>(topology.nodes())),
      link_(nodes_.size(), -1) {
    std::partial_sum(traffic.class_shares.begin(), traffic.class_shares.end(),
                     class_bounds_.begin());
    const std::size_t size = wheel_size(traffic.rate);
    first_.assign(size, -1);
    occupied_ = rtl::BucketBits(size);
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        if (pattern_->generates(node)) {
            advance(node);
            insert(node);
        }
    }
    next_edge_ = next_occupied(0);
}

void MessageSource::advance(topo::NodeId id) {
    Node& node = nodes_[static_cast<std::size_t>(id)];
    const rtl::Cycle edge = arrivals_->next(id, node.sequence, node.arrival);
    node.next = edge == rtl::kNever ? rtl::kNever : edge + startup_;
}

void MessageSource::insert(topo::NodeId id) {
    Node& node = nodes_[static_cast<std::size_t>(id)];
    if (node.next == rtl::kNever) {
        return;
    }
    const std::size_t b = occupied_.bucket(node.next);
    link_[static_cast<std::size_t>(id)] = first_[b];
    first_[b] = id;
    occupied_.set(b);
    ++waiting_;
}

void MessageSource::collect_due(rtl::Cycle edge) {
    due_.clear();
    const std::size_t b = occupied_.bucket(edge);
    std::int32_t* link = &first_[b];
    while (*link >= 0) {
        const auto node = static_cast<std::size_t>(*link);
        if (nodes_[node].next == edge) {
            due_.push_back(*link);
            *link = link_[node];
        } else {
            link = &link_[node];
        }
    }
    if (first_[b] < 0) {
        occupied_.clear(b);
    }
    waiting_ -= static_cast<std::int64_t>(due_.size());
    std::sort(due_.begin(), due_.end());
}

void MessageSource::generate_at(rtl::Cycle edge, topo::NodeId id) {
    Node& node = nodes_[static_cast<std::size_t>(id)];
    do {
        if (arrivals_->found(node.arrival)) {
            joining_.push_back(next_message(edge, id));
        }
        advance(id);
    } while (node.next == edge);
    insert(id);
}

rtl::Message MessageSource::next_message(rtl::Cycle edge, topo::NodeId id) {
    Node& node = nodes_[static_cast<std::size_t>(id)];
    rtl::Message message;
    message.id = next_id_++;
    message.source = id;
    message.destination = pattern_->destination(id, destination_random_.at(id, node.sequence));
    message.length = lengths_->length(length_random_.at(id, node.sequence));
    message.message_class = message_class(id, node.sequence);
    message.sequence = node.sequence++;
    message.generated = edge;
    return message;
}

int MessageSource::message_class(topo::NodeId id, std::uint64_t sequence) const {
    if (class_bounds_.empty()) {
        return 0;
    }
    const double drawn = unit_interval(class_random_.at(id, sequence));
    const auto found = std::lower_bound(class_bounds_.begin(), class_bounds_.end() - 1, drawn);
    return static_cast<int>(found - class_bounds_.begin());
}

const std::vector<rtl::Message>& MessageSource::messages_at(rtl::Cycle edge) {
    joining_.clear();
    if (edge < next_edge_) {
        return joining_;
    }
    if (edge > next_edge_) {
        throw std::logic_error("message source: edge " + std::to_string(next_edge_) +
                               " was skipped");
    }
    collect_due(edge);
    for (const topo::NodeId node : due_) {
        generate_at(edge, node);
    }
    next_edge_ = next_occupied(edge + 1);
    return joining_;
}

void MessageSource::describe(std::vector<TraceRow>& rows) {
    for (const rtl::Message& message : joining_) {
        rows.push_back(row_of(message, startup_));
    }
}

rtl::Cycle MessageSource::next_occupied(rtl::Cycle edge) const {
    return waiting_ == 0 ? rtl::kNever : occupied_.next(edge);
}

}  // namespace flitscope::tb
