#include "rtl_models/signal/network/network_builder.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "rtl_models/router/link_check.h"
#include "rtl_models/signal/network/router.h"

namespace flitscope::rtl {

std::unique_ptr<RouterModule> make_router(const NetworkDescription& description, topo::NodeId node,
                                          const RouterFactory& factory, Clock& clock,
                                          MessageBook* book, const RouteTables* tables,
                                          std::function<void(const Flit&, int)> copied) {
    if (description.router.queued_outputs()) {
        throw std::invalid_argument("queued outputs have routers of their own");
    }
    const topo::Topology& topology = *description.topology;
    RouterInstance instance;
    instance.id = node;
    instance.parameters = description.router;
    instance.routing = description.routing;
    instance.ties_random = description.ties_random;
    instance.book = book;
    instance.observer = description.observer;
    instance.copied = std::move(copied);
    instance.makers = description.makers;
    instance.purging = description.purging;
    instance.live = description.live != nullptr;
    instance.clock_gates = description.has_clock_gates(node);
    instance.route_tables = tables;
    instance.network = description.headers.used() ? &description : nullptr;
    for (topo::PortId port = 0; port < topology.ports(node); ++port) {
        const bool connected = topology.peer(node, port).connected();
        instance.connected.push_back(connected);
        const LinkParameters link = connected ? description.link(node, port) : LinkParameters{};
        instance.cycles_per_flit.push_back(link.cycles_per_flit);
        instance.link_vcs.push_back(vcs_of_link(description.router, link));
    }
    const std::string name = "router_" + std::to_string(node);
    auto router = factory ? factory(name.c_str(), instance, clock)
                          : std::make_unique<Router>(name.c_str(), instance);
    router->clk_i(clock.clk);
    if (description.purging && router->purge_ports() == nullptr) {
        throw std::invalid_argument(name + ": no message can be taken out of it");
    }
    return router;
}

ChannelCounters channel_counters_of(const RouterModule& router, int output_port, Cycle edge) {
    if (router.has_output(output_port)) {
        return router.channel_counters(output_port, edge);
    }
    // Nobody ever held a VC of an output that is not there.
    const RouterParameters& parameters = router.context().parameters;
    const int vcs = output_port < router.ports().network ? parameters.virtual_channels
                                                         : ejection_vc_count(parameters);
    ChannelCounters counters;
    counters.vc_busy_cycles.assign(static_cast<std::size_t>(vcs) + 1, 0);
    counters.vc_busy_cycles[0] = static_cast<std::uint64_t>(edge);
    return counters;
}

SignalModules::SignalModules(const NetworkDescription& description, MessageBook& book,
                             const FlitPayload& payload, const RouterFactory& factory,
                             const TailCallback& tail, const ResultPort::HandedCallback& handed,
                             const CombiningFactory& combining)
    : place_holder_(std::make_unique<sc_core::sc_signal<bool>>("place_holder")),
      route_tables_(make_route_tables(description)),
      clock(std::make_unique<Clock>("clock")),
      purging_vcs_(description.purging ? description.router.virtual_channels : 0),
      description_(description),
      gates_(std::make_unique<ClockGates>("clock_gates")),
      purge_(description.purging ? std::make_unique<Wire<Purge>>("purge") : nullptr) {
    gates_->clk_i(clock->clk);
    const topo::Topology& topology = *description.topology;
    check_links(description, "signal network");
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        routers.push_back(
            make_router(description, node, factory, *clock, &book, route_tables_.get()));
        routers.back()->rst_ni(rst_n_);
        if (purge_) {
            routers.back()->purge_ports()->purge_i(*purge_);
        }
        const PortLayout& ports = routers.back()->ports();
        injection_ports.emplace_back(static_cast<std::size_t>(ports.injection));
        drive_gates_.emplace_back(static_cast<std::size_t>(ports.injection));
        injection_channels_.emplace_back();
        for (int queue = 0; queue < ports.injection; ++queue) {
            add_injection_port(node, queue, payload);
        }
        ejection_ports.emplace_back(static_cast<std::size_t>(ports.ejection));
        ejection_wires_.emplace_back();
        for (int number = 0; number < ports.ejection; ++number) {
            add_ejection_port(node, number, payload, tail);
        }
        if (description.reductions) {
            add_combining_unit(node, handed, combining);
        }
    }
    links.resize(routers.size());
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        for (topo::PortId port = 0; port < topology.ports(node); ++port) {
            add_channel(node, port);
        }
    }
}

SignalModules::~SignalModules() {
    place_holder_.reset();
    clear_backwards(links);
    clear_backwards(link_channels_);
    while (!routers.empty()) {
        if (!combining_.empty()) {
            combining_.pop_back();
        }
        clear_backwards(ejection_wires_.back());
        clear_backwards(injection_channels_.back());
        ejection_wires_.pop_back();
        injection_channels_.pop_back();
        ejection_ports.pop_back();
        injection_ports.pop_back();
        routers.pop_back();
    }
}

SignalModules::Channel& SignalModules::new_channel(Channels& channels,
                                                   const std::string& name) const {
    channels.push_back(std::make_unique<Channel>(name, purging_vcs_));
    return *channels.back();
}

ClockGate* SignalModules::bind_clock(sc_core::sc_in<bool>& clk_i, topo::NodeId node,
                                     ClockPhase phase, int more,
                                     const std::vector<sc_core::sc_interface*>& opened_by) {
    ClockGates* const gates = description_.has_clock_gates(node) ? gates_.get() : nullptr;
    return rtl::bind_clock(clk_i, *clock, gates, phase, more, opened_by);
}

void SignalModules::wake(ClockGate* gate) {
    if (gate != nullptr) {
        gate->wake();
    }
}

void SignalModules::add_injection_port(topo::NodeId node, int queue, const FlitPayload& payload) {
    RouterModule& router = *routers[static_cast<std::size_t>(node)];
    const int input = router.ports().network + queue;
    if (!router.has_input(input)) {
        return;
    }
    const std::string name = "node_" + std::to_string(node) + "_injection_" + std::to_string(queue);
    InjectionPort::Parameters parameters;
    parameters.router = description_.router;
    parameters.vcs = router.input_vcs(input);
    parameters.purging = description_.purging;
    parameters.headers = description_.headers;
    parameters.payload = payload.carried() ? &payload : nullptr;
    auto port = std::make_unique<InjectionPort>(name.c_str(), parameters);
    Channel& channel = new_channel(injection_channels_.back(), name);
    std::vector<sc_core::sc_interface*> back{&channel.credit};
    port->hold_i(clock->hold_o);
    port->flit_o(channel.flit);
    router.flit_i(input)(channel.flit);
    router.credit_o(input)(channel.credit);
    port->credit_i(channel.credit);
    if (purge_) {
        (*router.purge_ports()->dropped_o[static_cast<std::size_t>(input)])(*channel.dropped);
        (*port->dropped_i)(*channel.dropped);
        back.push_back(channel.dropped.get());
    }
    bind_clock(port->clk_i, node, ClockPhase::rising, 0, back);
    back.push_back(&channel.flit);
    // What a credit allows is driven after the next edge.
    drive_gates_.back()[static_cast<std::size_t>(queue)] =
        bind_clock(port->drive_i, node, ClockPhase::driving, 1, back);
    injection_ports.back()[static_cast<std::size_t>(queue)] = std::move(port);
}

void SignalModules::add_ejection_port(topo::NodeId node, int number, const FlitPayload& payload,
                                      const TailCallback& tail) {
    RouterModule& router = *routers[static_cast<std::size_t>(node)];
    const int output = router.ports().network + number;
    if (!router.has_output(output)) {
        return;
    }
    const std::string name = "node_" + std::to_string(node) + "_ejection_" + std::to_string(number);
    EjectionPort::Parameters parameters;
    parameters.node = node;
    parameters.output = output;
    parameters.vcs = router.output_vcs(output);
    parameters.observer = description_.observer;
    parameters.purging = description_.purging;
    parameters.payload = payload.carried() ? &payload : nullptr;
    auto port = std::make_unique<EjectionPort>(name.c_str(), parameters, tail);
    auto wire = std::make_unique<FlitWire>(name + "_flit");
    router.flit_o(output)(*wire);
    port->flit_i(*wire);
    std::vector<sc_core::sc_interface*> opened_by{wire.get()};
    if (purge_) {
        (*port->purge_i)(*purge_);
        opened_by.push_back(purge_.get());
    }
    bind_clock(port->clk_i, node, ClockPhase::falling, 0, opened_by);
    ejection_wires_.back().push_back(std::move(wire));
    ejection_ports.back()[static_cast<std::size_t>(number)] = std::move(port);
}

void SignalModules::add_combining_unit(topo::NodeId node, const ResultPort::HandedCallback& handed,
                                       const CombiningFactory& combining) {
    const std::string name = "node_" + std::to_string(node) + "_combining";
    const auto& wires = ejection_wires_.back();
    auto core =
        (combining ? combining : make_combining_core)(*description_.reductions, node, wires.size());
    auto added = std::make_unique<Combining>(name);
    added->unit = std::make_unique<CombiningUnit>(name.c_str(), wires.size(), std::move(core));
    std::vector<sc_core::sc_interface*> opened_by{&added->done};
    for (std::size_t i = 0; i < wires.size(); ++i) {
        added->unit->flit_i[i](*wires[i]);
        opened_by.push_back(wires[i].get());
    }
    added->unit->done_o(added->done);
    added->gate = bind_clock(added->unit->clk_i, node, ClockPhase::rising, 0, opened_by);
    added->results =
        std::make_unique<ResultPort>((name + "_results").c_str(), node, *added->unit, handed);
    added->results->done_i(added->done);
    bind_clock(added->results->clk_i, node, ClockPhase::falling, 0, {&added->done});
    combining_.push_back(std::move(added));
}

void SignalModules::add_channel(topo::NodeId node, topo::PortId port) {
    links[static_cast<std::size_t>(node)].push_back(nullptr);
    const topo::PortPeer peer = description_.topology->peer(node, port);
    if (!peer.connected()) {
        return;
    }
    RouterModule& from = *routers[static_cast<std::size_t>(node)];
    RouterModule& to = *routers[static_cast<std::size_t>(peer.node)];
    const int latency = description_.link(node, port).latency;
    // Two nodes may have several links between them, so the output port is part of the name.
    const std::string name = "link_" + std::to_string(node) + "_to_" + std::to_string(peer.node) +
                             "_port_" + std::to_string(port);
    Channel& near = new_channel(link_channels_, name);
    Channel& far = latency == 0 ? near : new_channel(link_channels_, name + "_far");
    from.flit_o(port)(near.flit);
    from.credit_i(port)(near.credit);
    to.flit_i(peer.port)(far.flit);
    to.credit_o(peer.port)(far.credit);
    if (purge_) {
        (*from.purge_ports()->dropped_i[static_cast<std::size_t>(port)])(*near.dropped);
        (*to.purge_ports()->dropped_o[static_cast<std::size_t>(peer.port)])(*far.dropped);
    }
    if (latency > 0) {
        links[static_cast<std::size_t>(node)].back() = new_link(name, node, latency, near, far);
    }
}

std::unique_ptr<Link> SignalModules::new_link(const std::string& name, topo::NodeId node,
                                              int latency, Channel& near, Channel& far) {
    auto link = std::make_unique<Link>(name.c_str(), Link::Parameters{latency, purging_vcs_});
    link->flit_i(near.flit);
    link->flit_o(far.flit);
    link->credit_i(far.credit);
    link->credit_o(near.credit);
    std::vector<sc_core::sc_interface*> opened_by{&near.flit, &far.credit};
    if (purge_) {
        (*link->purge_i)(*purge_);
        (*link->dropped_i)(*far.dropped);
        (*link->dropped_o)(*near.dropped);
        opened_by.push_back(purge_.get());
    }
    bind_clock(link->clk_i, node, ClockPhase::rising, latency, opened_by);
    return link;
}

void SignalModules::offer(const Message& message, int queue, std::uint16_t salt,
                          SharedValue<FlitOperand> operand) {
    injection_port(message.source, queue)->offer(message, salt, std::move(operand));
    wake(drive_gates_[static_cast<std::size_t>(message.source)][static_cast<std::size_t>(queue)]);
}

void SignalModules::contribute(topo::NodeId node, int entry, const Operand& own) {
    Combining& combining = *combining_.at(static_cast<std::size_t>(node));
    combining.unit->contribute(entry, own);
    wake(combining.gate);
}

void SignalModules::purge(const Purge& purge) {
    if (purge.route_again && route_tables_) {
        route_tables_->renew();
    }
    if (purge.valid()) {
        for (const auto& ports : injection_ports) {
            for (const auto& port : ports) {
                if (port) {
                    port->purge(purge);
                }
            }
        }
        for (const auto& gates : drive_gates_) {
            std::for_each(gates.begin(), gates.end(), [this](ClockGate* gate) { wake(gate); });
        }
    }
    purge_->write(purge);
}

InjectionPort* SignalModules::injection_port(topo::NodeId node, int queue) const {
    return injection_ports.at(static_cast<std::size_t>(node))
        .at(static_cast<std::size_t>(queue))
        .get();
}

NetworkCounters SignalModules::flit_counters() const {
    NetworkCounters counters;
    for (std::size_t node = 0; node < routers.size(); ++node) {
        counters.flit_hops += routers[node]->flits_switched();
        counters.flits_copied += routers[node]->flits_copied();
        counters.flits_dropped += routers[node]->flits_served();
        counters.flits_purged += routers[node]->flits_dropped();
        for (const auto& link : links[node]) {
            counters.flits_purged += link ? link->flits_dropped() : 0;
        }
        for (const auto& port : injection_ports[node]) {
            counters.flits_injected += port ? port->flits_sent() : 0;
        }
        for (const auto& port : ejection_ports[node]) {
            counters.flits_ejected += port ? port->flits_consumed() : 0;
        }
    }
    return counters;
}

ChannelCounters SignalModules::channel_counters(topo::NodeId router, int output_port,
                                                Cycle edge) const {
    return channel_counters_of(*routers.at(static_cast<std::size_t>(router)), output_port, edge);
}

std::uint64_t SignalModules::injected_flits(topo::NodeId node, int input_port) const {
    const auto n = static_cast<std::size_t>(node);
    const int queue = input_port - routers.at(n)->ports().network;
    const InjectionPort* const port = injection_port(node, queue);
    return port == nullptr ? 0 : port->flits_sent();
}

std::uint64_t SignalModules::ejected_flits(topo::NodeId node, int output_port) const {
    const auto n = static_cast<std::size_t>(node);
    const auto number = static_cast<std::size_t>(output_port - routers.at(n)->ports().network);
    const EjectionPort* const port = ejection_ports[n].at(number).get();
    return port == nullptr ? 0 : port->flits_consumed();
}

std::vector<VcWait> SignalModules::waits() const {
    std::vector<VcWait> waits;
    for (const auto& router : routers) {
        router->append_waits(waits);
    }
    return waits;
}

Cycle SignalModules::suspense() const {
    Cycle cycles = 0;
    for (const auto& router : routers) {
        cycles = std::max(cycles, router->suspense());
    }
    return cycles;
}

std::vector<std::uint32_t> SignalModules::on_channel(topo::NodeId router, topo::PortId port) const {
    const auto r = static_cast<std::size_t>(router);
    std::vector<std::uint32_t> ids;
    routers[r]->append_on_channel(port, ids);
    // Without a link what is on the wire is in the next FIFO from the next edge on.
    if (const Link* const link = links[r][static_cast<std::size_t>(port)].get()) {
        const Flit& flit = routers[r]->flit_o(port).read();
        if (flit.valid()) {
            ids.push_back(flit.message);
        }
        link->append_messages(ids);
    }
    return ids;
}

std::vector<std::uint32_t> SignalModules::in_router(topo::NodeId router) const {
    const auto r = static_cast<std::size_t>(router);
    std::vector<std::uint32_t> ids;
    routers[r]->append_inside(ids);
    for (const auto& port : injection_ports[r]) {
        if (port) {
            port->append_messages(ids);
        }
    }
    return ids;
}

std::vector<std::uint32_t> SignalModules::stranded() const {
    std::vector<std::uint32_t> ids;
    for (const auto& router : routers) {
        router->append_stranded(ids);
    }
    return ids;
}

void SignalModules::check_credits(const topo::Topology& topology) const {
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        for (topo::PortId port = 0; port < topology.ports(node); ++port) {
            const topo::PortPeer peer = topology.peer(node, port);
            if (peer.connected()) {
                check_channel(node, port, peer);
            }
        }
    }
}

void SignalModules::check_channel(topo::NodeId node, topo::PortId port, topo::PortPeer peer) const {
    RouterModule& from = *routers[static_cast<std::size_t>(node)];
    RouterModule& to = *routers[static_cast<std::size_t>(peer.node)];
    const Link* link = links[static_cast<std::size_t>(node)][static_cast<std::size_t>(port)].get();
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
            throw std::logic_error("router_" + std::to_string(node) + ".output_" +
                                   std::to_string(port) + ": VC " + std::to_string(v) +
                                   ": at the end " + std::to_string(from.outstanding(port, v)) +
                                   " flits outstanding, but " + std::to_string(accounted) +
                                   " flits and credits found on the channel and in the buffer");
        }
    }
}

}  // namespace flitscope::rtl
