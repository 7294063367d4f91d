#include "testbenches/drive/traffic/operation_source.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "topologies/live_graph.h"

namespace flitscope::tb {

std::shared_ptr<const topo::RoutingFunction> multicast_routing(
    const MulticastConfig& multicast, const topo::Topology& topology,
    const std::shared_ptr<const topo::RoutingFunction>& unicast) {
    tl::PlanRequest request;
    request.destinations = {topology.nodes() - 1};
    const tl::Plan plan =
        tl::make_plan(tl::find_collective(multicast.algorithm), topology, unicast, request);
    // The plan's share in the routing, which outlives the plan.
    return plan.shared_routing();
}

OperationSource::OperationSource(std::unique_ptr<TrafficSource> others,
                                 const TrafficConfig& traffic,
                                 const rtl::NetworkDescription& network, std::uint64_t seed)
    : others_(std::move(others)),
      topology_(network.topology),
      algorithm_(&tl::find_collective(traffic.multicast.algorithm)),
      unicast_(borrowed(*network.routing)),
      destinations_(traffic.multicast.destinations),
      threshold_(probability_threshold(traffic.multicast.fraction)),
      first_startup_(traffic.startup_cycles),
      startup_(traffic.startup == StartUp::serial ? traffic.startup_cycles : 0),
      choice_random_(seed, RandomPurpose::multicast),
      set_random_(seed, RandomPurpose::destination_set),
      chosen_(static_cast<std::size_t>(network.topology->nodes()), false),
      sequence_(chosen_.size(), 0) {}

rtl::Cycle OperationSource::next_edge() const {
    return waiting_.empty() ? others_->next_edge()
                            : std::min(others_->next_edge(), waiting_.top().edge);
}

const std::vector<rtl::Message>& OperationSource::messages_at(rtl::Cycle edge) {
    begun_ = 0;
    for (const rtl::Message& message : others_->messages_at(edge)) {
        const std::uint64_t bits = choice_random_.at(message.source, message.sequence);
        if (bits < threshold_ || threshold_ == UINT64_MAX) {
            begin(edge, message);
        } else {
            waiting_.push({edge, order_++, message});
        }
    }
    joining_.clear();
    while (!waiting_.empty() && waiting_.top().edge <= edge) {
        rtl::Message message = waiting_.top().message;
        waiting_.pop();
        message.id = next_id_++;
        message.sequence = sequence_[static_cast<std::size_t>(message.source)]++;
        joining_.push_back(message);
    }
    return joining_;
}

/// k different nodes but the source: Floyd's algorithm over the other nodes' ranks.
std::vector<topo::NodeId> OperationSource::draw_destinations(const rtl::Message& place) {
    const auto others = static_cast<std::uint64_t>(topology_->nodes() - 1);
    const auto count = static_cast<std::uint64_t>(destinations_);
    const std::uint64_t drawn = set_random_.at(place.source, place.sequence);
    std::vector<topo::NodeId> nodes;
    for (std::uint64_t last = others - count; last < others; ++last) {
        std::uint64_t rank = scaled(topo::mix64(drawn + last), last + 1);
        rank = chosen_[rank] ? last : rank;
        chosen_[rank] = true;
        nodes.push_back(static_cast<topo::NodeId>(rank));
    }
    for (topo::NodeId& node : nodes) {
        chosen_[static_cast<std::size_t>(node)] = false;
        node += node >= place.source ? 1 : 0;
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

/// `place`: the unicast that was drawn in its place.
void OperationSource::begin(rtl::Cycle edge, const rtl::Message& place) {
    tl::PlanRequest request;
    request.source = place.source;
    request.destinations = draw_destinations(place);
    const tl::Plan plan = tl::make_plan(*algorithm_, *topology_, unicast_, request);
    under_way_.emplace_front();
    Multicast& multicast = under_way_.front();
    multicast.self = under_way_.begin();
    multicast.begun = edge;
    multicast.copies_left = request.destinations.size();
    multicast.worms_left = plan.messages().size();
    rtl::Cycle joins = edge;
    for (const tl::PlanMessage& planned : plan.messages()) {
        Worm& worm = multicast.worms.emplace_back();
        worm.multicast = &multicast;
        if (planned.first_hop != topo::kNoNode) {
            worm.first_port = topo::ports_to(*topology_, place.source, planned.first_hop).front();
        }
        const rtl::HeaderEntry* const entries = plan.addresses(planned);
        worm.entries.assign(entries, entries + planned.address_count);
        rtl::Message message = place;
        message.destination = worm.entries.back().address;
        message.generated = joins;
        message.header = &worm;
        waiting_.push({joins, order_++, message});
        joins += startup_;
    }
    ++begun_;
}

std::optional<FinishedOperation> OperationSource::delivered(const rtl::Delivery& delivery) {
    if (delivery.message.header == nullptr) {
        return others_->delivered(delivery);
    }
    if (delivery.error) {
        throw std::logic_error("message " + std::to_string(delivery.message.id) +
                               ": a protocol error at node " + std::to_string(delivery.node));
    }
    const Worm& worm = *static_cast<const Worm*>(delivery.message.header);
    Multicast& multicast = *worm.multicast;
    --multicast.copies_left;
    // A copy on the way may be consumed after that at the end.
    if (delivery.node == worm.entries.back().address) {
        multicast.channels += delivery.hops;
    }
    multicast.worms_left -= delivery.last ? 1 : 0;
    if (multicast.copies_left > 0 || multicast.worms_left > 0) {
        return std::nullopt;
    }
    const FinishedOperation finished{multicast.begun, multicast.begun - first_startup_,
                                     delivery.delivered, destinations_, multicast.channels};
    under_way_.erase(multicast.self);
    return finished;
}

}  // namespace flitscope::tb
