#include "rtl_models/signal/network/network.h"

#include <algorithm>
#include <stdexcept>

#include "rtl_models/router/choice.h"
#include "rtl_models/router/contract/message_flit.h"
#include "rtl_models/router/contract/source_queue.h"
#include "rtl_models/signal/network/network_builder.h"

namespace flitscope::rtl {

void SignalNetwork::offer(const Message& message) {
    check_message(description_, message);
    const int queue = queue_of(message);
    InjectionPort* const port = injection_port(message.source, queue);
    book_.open(message);
    payload_.open(message);
    auto operand = operands_.extract(message.id);
    port->offer(addressed(message, addresses_), message_salt(description_.seed, message.id),
                operand ? std::move(operand.mapped()) : SharedValue<FlitOperand>());
    wake(drive_gates_[at(message.source)][at(queue)]);
}

int SignalNetwork::queue_of(const Message& message) const {
    return source_queue(description_, message);
}

bool SignalNetwork::starts_at_once(const Message& message) const {
    const InjectionPort& port = *injection_port(message.source, queue_of(message));
    return port.queued() == 0 && port.startable_vc(message) >= 0;
}

void SignalNetwork::purge(const std::vector<MessageId>& messages) {
    if (!client_side_.in_client_call() || !description_.purging) {
        throw std::logic_error("Network::purge: not inside at_edge, or not of this network");
    }
    forget_earlier_purges();
    for (const MessageId message : messages) {
        book_.purge(static_cast<std::uint32_t>(message));
        payload_.close(message);
        purged_.messages.push_back(static_cast<std::uint32_t>(message));
    }
    std::sort(purged_.messages.begin(), purged_.messages.end());
}

void SignalNetwork::route_again() {
    forget_earlier_purges();
    purged_.route_again = true;
}

/// Forgets purges of other edges. The client may be called several times at one edge.
void SignalNetwork::forget_earlier_purges() {
    if (purge_edge_ != now()) {
        purge_edge_ = now();
        purged_ = {};
    }
}

/// Called after each client call, also to end the purge of the last edge.
void SignalNetwork::drive_purge() {
    forget_earlier_purges();
    if (purged_.route_again && route_tables_) {
        route_tables_->renew();
    }
    if (purged_.valid()) {
        for (std::size_t node = 0; node < injection_ports_.size(); ++node) {
            for (const auto& port : injection_ports_[node]) {
                if (port) {
                    port->purge(purged_);
                }
            }
            std::for_each(drive_gates_[node].begin(), drive_gates_[node].end(), wake);
        }
    }
    purge_->write(purged_);
}

std::vector<Message> SignalNetwork::messages(const std::vector<std::uint32_t>& ids) const {
    std::vector<Message> messages;
    for (const std::uint32_t id : ids) {
        messages.push_back(book_.message(id));
    }
    return messages;
}

std::vector<Message> SignalNetwork::on_channel(topo::NodeId router, topo::PortId port) const {
    const RouterModule& sender = *routers_[at(router)];
    std::vector<std::uint32_t> ids;
    sender.append_on_channel(port, ids);
    // Without a link, the flit on the wire is in the next FIFO from the next edge on.
    if (const Link* const link = links_[at(router)][at(port)].get()) {
        const Flit& flit = sender.flit_o(port).read();
        if (flit.valid()) {
            ids.push_back(flit.message);
        }
        link->append_messages(ids);
    }
    return messages(ids);
}

std::vector<Message> SignalNetwork::in_router(topo::NodeId router) const {
    std::vector<std::uint32_t> ids;
    routers_[at(router)]->append_inside(ids);
    const topo::NodeId first = description_.topology->first_node(router);
    for (int local = 0; local < description_.topology->nodes_at(router); ++local) {
        for (const auto& port : injection_ports_[at(first + local)]) {
            if (port) {
                port->append_messages(ids);
            }
        }
    }
    return messages(ids);
}

std::vector<Message> SignalNetwork::stranded() const {
    std::vector<std::uint32_t> ids;
    for (const auto& router : routers_) {
        router->append_stranded(ids);
    }
    return messages(ids);
}

NetworkCounters SignalNetwork::counters() const {
    NetworkCounters counters;
    counters.messages_offered = book_.offered();
    counters.messages_injected = book_.injected();
    counters.messages_delivered = book_.delivered();
    counters.messages_purged = book_.purged();
    for (std::size_t router = 0; router < routers_.size(); ++router) {
        counters += routers_[router]->counters();
        counters.flits_purged += routers_[router]->flits_dropped();
        for (const auto& link : links_[router]) {
            counters.flits_purged += link ? link->flits_dropped() : 0;
        }
    }
    for (std::size_t node = 0; node < injection_ports_.size(); ++node) {
        for (const auto& port : injection_ports_[node]) {
            counters.flits_injected += port ? port->flits_sent() : 0;
        }
        for (const auto& port : ejection_ports_[node]) {
            counters.flits_ejected += port ? port->flits_consumed() : 0;
        }
    }
    return counters;
}

ChannelCounters SignalNetwork::channel_counters(topo::NodeId router, int output_port) const {
    return channel_counters_of(*routers_.at(at(router)), output_port, now());
}

std::pair<topo::NodeId, int> SignalNetwork::local_port(topo::RouterId router, int port,
                                                       int ports_of_node) const {
    const int local = port - routers_.at(at(router))->ports().network;
    return {description_.topology->first_node(router) + local / ports_of_node,
            local % ports_of_node};
}

std::uint64_t SignalNetwork::injected_flits(topo::RouterId router, int input_port) const {
    const auto [node, queue] =
        local_port(router, input_port, routers_.at(at(router))->ports().injection);
    const InjectionPort* const port = injection_port(node, queue);
    return port == nullptr ? 0 : port->flits_sent();
}

std::uint64_t SignalNetwork::ejected_flits(topo::RouterId router, int output_port) const {
    const auto [node, number] =
        local_port(router, output_port, routers_.at(at(router))->ports().ejection);
    const EjectionPort* const port = ejection_ports_.at(at(node)).at(at(number)).get();
    return port == nullptr ? 0 : port->flits_consumed();
}

std::vector<VcWait> SignalNetwork::waits() const {
    std::vector<VcWait> waits;
    for (const auto& router : routers_) {
        router->append_waits(waits);
    }
    return waits;
}

Cycle SignalNetwork::suspense() const {
    Cycle cycles = 0;
    for (const auto& router : routers_) {
        cycles = std::max(cycles, router->suspense());
    }
    return cycles;
}

/// The credits of every VC of a channel add up (docs/router.md, section 14).
void SignalNetwork::check_invariants() const {
    const topo::Topology& topology = *description_.topology;
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        for (topo::PortId port = 0; port < topology.ports(router); ++port) {
            const topo::PortPeer peer = topology.peer(router, port);
            if (peer.connected()) {
                check_channel(router, port, peer);
            }
        }
    }
}

void SignalNetwork::check_channel(topo::RouterId router, topo::PortId port,
                                  topo::PortPeer peer) const {
    RouterModule& from = *routers_[at(router)];
    RouterModule& to = *routers_[at(peer.node)];
    const Link* link = links_[at(router)][at(port)].get();
    const Flit& flit = from.flit_o(port).read();
    const Credit& credit = to.credit_o(peer.port).read();
    for (int v = 0; v < from.output_vcs(port); ++v) {
        // Between cycles: flits in registers and on wires, flits in the FIFO, credits on wires and
        // in registers.
        int accounted = to.occupancy(peer.port, v) + from.in_traversal(port, v);
        accounted += from.returning(port, v);
        accounted += (flit.valid() && flit.vc == v) ? 1 : 0;
        accounted += (credit.vcs >> v & 1) != 0 ? 1 : 0;
        if (link != nullptr) {
            accounted += link->flits_of(v) + link->credits_of(v);
        }
        if (accounted != from.outstanding(port, v)) {
            throw std::logic_error("router_" + std::to_string(router) + ".output_" +
                                   std::to_string(port) + ": VC " + std::to_string(v) +
                                   ": at the end " + std::to_string(from.outstanding(port, v)) +
                                   " flits outstanding, but " + std::to_string(accounted) +
                                   " flits and credits found on the channel and in the buffer");
        }
    }
}

}  // namespace flitscope::rtl
