#include "rtl_models/fast/queued/queued_network.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "rtl_models/router/contract/source_queue.h"
#include "rtl_models/router/queued_service.h"

namespace flitscope::tl {

QueuedNetwork::QueuedNetwork(const rtl::NetworkDescription& description)
    : state_(description),
      observation_(description.observer),
      selection_(description.routing->selection()) {}

void QueuedNetwork::offer(const rtl::Message& message) {
    if (!in_client_call_) {
        throw std::logic_error("Network::offer is for NetworkClient::at_edge only");
    }
    rtl::check_message(state_.description, message);
    const std::uint32_t slot = state_.messages.take();
    QueuedMessage& record = state_.messages[slot];
    record = QueuedMessage{};
    record.message = message;
    record.injected = state_.edge;
    record.salt = rtl::message_salt(state_.description.seed, message.id);
    record.input = state_.layout.local(static_cast<std::uint32_t>(message.source));
    state_.joining.push_back(slot);
    ++state_.counters.messages_offered;
}

std::size_t QueuedNetwork::queued(topo::NodeId node, int queue) const {
    if (node < 0 || node >= state_.description.topology->nodes() || queue != 0) {
        throw std::out_of_range("node " + std::to_string(node) + " has no queue " +
                                std::to_string(queue));
    }
    return 0;  // a message is in the FIFO of its output at once
}

int QueuedNetwork::queue_of(const rtl::Message& message) const {
    rtl::check_message(state_.description, message);
    return 0;
}

void QueuedNetwork::run(rtl::NetworkClient& client, rtl::Cycle limit) {
    client_ = &client;
    rtl::Cycle wanted = client.next_edge();
    while (true) {
        if (served_ != state_.edge) {
            served_ = state_.edge;
            end_services();
            if (deliver()) {
                wanted = client.next_edge();
            }
        }
        if (wanted <= state_.edge) {
            if (!call_client()) {
                return;
            }
            wanted = client.next_edge();
        }
        if (state_.edge >= limit) {
            return;
        }
        if (observation_.on()) {
            observation_.arrive(state_);
        }
        append_arrived();
        append_joining();
        start_services();
        if (observation_.on()) {
            observation_.send(state_);
        }
        state_.edge = next_edge(wanted, limit);
    }
}

bool QueuedNetwork::call_client() {
    in_client_call_ = true;
    const bool go_on = client_->at_edge(state_.edge, *this);
    in_client_call_ = false;
    return go_on;
}

rtl::Cycle QueuedNetwork::next_edge(rtl::Cycle wanted, rtl::Cycle limit) const {
    const rtl::Cycle soon = state_.edge + 1;
    if (observation_.pending()) {
        return soon;  // somewhere a flit moves, or may
    }
    return std::min({state_.ends.next(soon), state_.arrivals.next(soon), wanted, limit});
}

/// Step 1 of section 10: links become free, and what they served is on the rest of its way.
void QueuedNetwork::end_services() {
    due_.clear();
    state_.ends.take(state_.edge, [&](std::uint32_t link) {
        LinkQueue& queue = state_.links[link];
        const std::uint32_t slot = queue.first;
        QueuedMessage& message = state_.messages[slot];
        queue.first = message.next;
        --queue.count;
        queue.flits += message.message.length;
        queue.busy += static_cast<std::uint64_t>(queue.cycles);
        queue.cycles = 0;
        message.next = kNone;
        message.input = queue.peer;
        ++message.hops;
        if (queue.count > 0) {
            state_.startable.push_back(link);
        }
        if (queue.latency == 0) {
            due_.push_back(slot);
        } else {
            schedule_arrival(slot, state_.edge + queue.latency);
        }
    });
    state_.arrivals.take(state_.edge, [&](std::uint32_t slot) { due_.push_back(slot); });
    // By node and input port; what goes to its own node comes by the last port, by id.
    std::sort(due_.begin(), due_.end(), [&](std::uint32_t a, std::uint32_t b) {
        const QueuedMessage& x = state_.messages[a];
        const QueuedMessage& y = state_.messages[b];
        return std::tie(x.input, x.message.id) < std::tie(y.input, y.message.id);
    });
}

/// Step 2, of those that have arrived where they go to; whether there were any.
bool QueuedNetwork::deliver() {
    bool any = false;
    for (const std::uint32_t slot : due_) {
        const QueuedMessage& message = state_.messages[slot];
        const std::uint32_t router = state_.layout.router[message.input];
        if (message.message.destination != static_cast<topo::NodeId>(router)) {
            state_.arrived.push_back(slot);
            continue;
        }
        any = true;
        if (observation_.on()) {
            observation_.consumed(state_, message);
        }
        rtl::Delivery delivery;
        delivery.message = message.message;
        delivery.injected = message.injected;
        delivery.departed = message.departed;
        delivery.arrived = message.hops == 0 ? message.injected : state_.edge;
        delivery.delivered = state_.edge;
        delivery.node = message.message.destination;
        delivery.hops = static_cast<int>(message.hops);
        state_.counters.flits_ejected += message.message.length;
        state_.ejected[router] += message.message.length;
        ++state_.counters.messages_delivered;
        state_.messages.give_back(slot);
        client_->delivered(delivery);
    }
    return any;
}

void QueuedNetwork::append_arrived() {
    for (const std::uint32_t slot : state_.arrived) {
        append(slot, state_.layout.router[state_.messages[slot].input]);
    }
    state_.arrived.clear();
}

void QueuedNetwork::append_joining() {
    for (const std::uint32_t slot : state_.joining) {
        QueuedMessage& message = state_.messages[slot];
        const auto router = static_cast<std::uint32_t>(message.message.source);
        state_.counters.flits_injected += message.message.length;
        state_.injected[router] += message.message.length;
        ++state_.counters.messages_injected;
        if (observation_.on()) {
            observation_.joined(state_, message);
        }
        if (message.message.source == message.message.destination) {
            message.departed = state_.edge + 1;
            schedule_arrival(slot, state_.edge + 1);
        } else {
            append(slot, router);
        }
    }
    state_.joining.clear();
}

std::uint32_t QueuedNetwork::route(const QueuedMessage& message, std::uint32_t router) {
    const std::uint32_t first = state_.layout.first[router];
    const std::uint32_t port = state_.layout.port(message.input);
    topo::RouteQuery query;
    query.here = static_cast<topo::NodeId>(router);
    query.input_port =
        message.input == state_.layout.local(router) ? -1 : static_cast<topo::PortId>(port);
    query.source = message.message.source;
    query.destination = message.message.destination;
    query.hop = static_cast<int>(message.hops);
    query.salt = message.salt;
    const topo::RouteCandidate chosen = rtl::choose_route(
        *state_.description.routing, selection_, query, -1, state_.description.ties_random,
        candidates_, [&](const topo::RouteCandidate& candidate) {
            return state_.links[first + static_cast<std::uint32_t>(candidate.port)].count;
        });
    const std::uint32_t output = first + static_cast<std::uint32_t>(chosen.port);
    if (output >= state_.layout.local(router) || state_.links[output].peer == kNone) {
        throw std::logic_error("fast network: router " + std::to_string(router) +
                               " routes to port " + std::to_string(chosen.port) +
                               ", which has no link");
    }
    return output;
}

void QueuedNetwork::append(std::uint32_t slot, std::uint32_t router) {
    QueuedMessage& message = state_.messages[slot];
    const std::uint32_t output = route(message, router);
    if (observation_.on()) {
        observation_.routed(state_, message, output);
    }
    LinkQueue& queue = state_.links[output];
    ++queue.heads;
    if (queue.count++ == 0) {
        queue.first = slot;
        state_.startable.push_back(output);
    } else {
        state_.messages[queue.last].next = slot;
        ++queue.blocked;
    }
    queue.last = slot;
}

void QueuedNetwork::start_services() {
    for (const std::uint32_t link : state_.startable) {
        start(link);
    }
    state_.startable.clear();
}

void QueuedNetwork::start(std::uint32_t link) {
    LinkQueue& queue = state_.links[link];
    QueuedMessage& message = state_.messages[queue.first];
    const std::uint32_t length = message.message.length;
    queue.started = state_.edge;
    queue.cycles = rtl::service_cycles(state_.description, length, message.salt, message.hops,
                                       queue.cycles_per_flit);
    if (message.hops == 0) {
        message.departed = state_.edge + rtl::cycles_until_left(0, length, queue.cycles);
    }
    state_.ends.schedule(link, state_.edge + queue.cycles);
    if (observation_.on()) {
        observation_.started(state_, link, message);
    }
}

void QueuedNetwork::schedule_arrival(std::uint32_t slot, rtl::Cycle edge) {
    state_.arrivals.resize(state_.messages.size());
    state_.arrivals.schedule(slot, edge);
}

rtl::NetworkCounters QueuedNetwork::counters() const {
    rtl::NetworkCounters counters = state_.counters;
    counters.flit_hops = counters.flits_ejected;
    for (const LinkQueue& link : state_.links) {
        counters.flit_hops += flits_on_wire(link);
    }
    return counters;
}

std::uint64_t QueuedNetwork::flits_on_wire(const LinkQueue& link) const {
    return link.flits +
           (link.cycles == 0
                ? 0
                : rtl::flits_after(state_.edge - link.started,
                                   state_.messages[link.first].message.length, link.cycles));
}

rtl::ChannelCounters QueuedNetwork::channel_counters(topo::NodeId router, int output_port) const {
    const auto r = static_cast<std::size_t>(router);
    const auto edge = static_cast<std::uint64_t>(state_.edge);
    const LinkQueue& link =
        state_.links.at(state_.layout.first.at(r) + static_cast<std::uint32_t>(output_port));
    rtl::ChannelCounters counters;
    if (output_port == state_.description.topology->ports(router)) {
        counters.flits = state_.ejected[r];
        counters.vc_busy_cycles = {edge, 0};
        return counters;
    }
    const std::uint64_t busy =
        link.busy + (link.cycles == 0 ? 0 : static_cast<std::uint64_t>(state_.edge - link.started));
    counters.flits = flits_on_wire(link);
    counters.heads = link.heads;
    counters.heads_blocked = link.blocked;
    counters.vc_busy_cycles = {edge - busy, busy};
    return counters;
}

std::uint64_t QueuedNetwork::injected_flits(topo::NodeId node, int input_port) const {
    const bool own = input_port == state_.description.topology->ports(node);
    return own ? state_.injected.at(static_cast<std::size_t>(node)) : 0;
}

std::uint64_t QueuedNetwork::ejected_flits(topo::NodeId node, int output_port) const {
    const bool own = output_port == state_.description.topology->ports(node);
    return own ? state_.ejected.at(static_cast<std::size_t>(node)) : 0;
}

}  // namespace flitscope::tl
