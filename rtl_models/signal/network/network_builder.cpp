#include "rtl_models/signal/network/network_builder.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "rtl_models/signal/network/network.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/units/combining_unit.h"
#include "rtl_models/signal/watch/wave_taps.h"

namespace flitscope::rtl {

std::unique_ptr<RouterModule> make_router(const NetworkDescription& description, topo::RouterId id,
                                          const RouterFactory& factory, Clock& clock,
                                          MessageBook* book, const RouteTables* tables,
                                          std::function<void(const Flit&, int)> copied) {
    if (description.router.queued_outputs()) {
        throw std::invalid_argument("queued outputs have routers of their own");
    }
    const topo::Topology& topology = *description.topology;
    RouterInstance instance;
    instance.id = id;
    instance.nodes = topology.nodes_at(id);
    instance.addresses = NodeAddresses(topology);
    instance.parameters = description.router;
    instance.routing = description.routing;
    instance.ties_random = description.ties_random;
    instance.book = book;
    instance.observer = description.observer;
    instance.copied = std::move(copied);
    instance.makers = description.makers;
    instance.purging = description.purging;
    instance.live = description.live != nullptr;
    instance.clock_gates = description.has_clock_gates(id);
    instance.route_tables = tables;
    instance.network = description.headers.used() ? &description : nullptr;
    if (description.router.lookahead) {
        instance.lookahead = std::make_shared<Lookahead>(description);
    }
    for (topo::PortId port = 0; port < topology.ports(id); ++port) {
        const bool connected = topology.peer(id, port).connected();
        instance.connected.push_back(connected);
        const LinkParameters link = connected ? description.link(id, port) : LinkParameters{};
        instance.cycles_per_flit.push_back(link.cycles_per_flit);
        instance.link_vcs.push_back(vcs_of_link(description.router, link));
    }
    const std::string name = "router_" + std::to_string(id);
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
    // The VCs of an absent output were never held.
    const RouterParameters& parameters = router.context().parameters;
    const int vcs = output_port < router.ports().network ? parameters.virtual_channels
                                                         : ejection_vc_count(parameters);
    ChannelCounters counters;
    counters.vc_busy_cycles.assign(static_cast<std::size_t>(vcs) + 1, 0);
    counters.vc_busy_cycles[0] = static_cast<std::uint64_t>(edge);
    return counters;
}

/// The modules for reductions next to a router.
struct SignalNetwork::Combining {
    explicit Combining(const std::string& name) : done(name + "_done") {}
    Wire<VcMask> done;
    std::unique_ptr<CombiningUnit> unit;
    std::unique_ptr<ResultPort> results;
    ClockGate* gate = nullptr;  ///< of the unit; null: it is on the plain clock
};

SignalNetwork::SignalNetwork(const NetworkDescription& description, const RouterFactory& factory,
                             const CombiningFactory& combining, const char* level)
    : level_(level),
      description_(description),
      addresses_(*description.topology),
      book_(description.router.stages(), addresses_),
      payload_(description),
      place_holder_(std::make_unique<sc_core::sc_signal<bool>>("place_holder")),
      route_tables_(make_route_tables(description_)),
      clock_(std::make_unique<Clock>("clock")),
      purging_vcs_(description.purging ? description.router.virtual_channels : 0),
      gates_(std::make_unique<ClockGates>("clock_gates")),
      purge_(description.purging ? std::make_unique<Wire<Purge>>("purge") : nullptr),
      client_side_(*this, *clock_, book_, payload_) {
    gates_->clk_i(clock_->clk);
    const topo::Topology& topology = *description_.topology;
    check_links(description_, "signal network");
    if (description_.router.lookahead) {
        lookahead_ = std::make_unique<Lookahead>(description_);
    }
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        add_router(router, factory);
        if (description_.reductions) {
            add_combining_unit(router, combining);
        }
    }
    links_.resize(routers_.size());
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        for (topo::PortId port = 0; port < topology.ports(router); ++port) {
            add_channel(router, port);
        }
    }
    if (description_.purging) {
        client_side_.after_client = [this] { drive_purge(); };
    }
    if (description_.waves != nullptr) {
        std::vector<RouterModule*> routers;
        for (const auto& router : routers_) {
            routers.push_back(router.get());
        }
        record_waves(*clock_, routers, topology, *description_.waves);
    }
}

SignalNetwork::~SignalNetwork() {
    place_holder_.reset();
    clear_backwards(links_);
    clear_backwards(link_channels_);
    while (!routers_.empty()) {
        if (!combining_.empty()) {
            combining_.pop_back();
        }
        for (int nodes = routers_.back()->ports().nodes; nodes > 0; --nodes) {
            clear_backwards(ejection_wires_.back());
            clear_backwards(injection_channels_.back());
            ejection_wires_.pop_back();
            injection_channels_.pop_back();
            ejection_ports_.pop_back();
            injection_ports_.pop_back();
        }
        routers_.pop_back();
    }
}

/// Adds a router with the local ports of its nodes.
void SignalNetwork::add_router(topo::RouterId id, const RouterFactory& factory) {
    routers_.push_back(
        make_router(description_, id, factory, *clock_, &book_, route_tables_.get()));
    routers_.back()->rst_ni(rst_n_);
    if (purge_) {
        routers_.back()->purge_ports()->purge_i(*purge_);
    }
    const topo::NodeId first = description_.topology->first_node(id);
    for (topo::NodeId node = first; node < first + routers_.back()->ports().nodes; ++node) {
        add_local_ports(node);
    }
}

void SignalNetwork::add_local_ports(topo::NodeId node) {
    const PortLayout& ports = routers_.back()->ports();
    injection_ports_.emplace_back(at(ports.injection));
    drive_gates_.emplace_back(at(ports.injection));
    injection_channels_.emplace_back();
    for (int queue = 0; queue < ports.injection; ++queue) {
        add_injection_port(node, queue);
    }
    ejection_ports_.emplace_back(at(ports.ejection));
    ejection_wires_.emplace_back();
    for (int number = 0; number < ports.ejection; ++number) {
        add_ejection_port(node, number);
    }
}

SignalNetwork::Channel& SignalNetwork::new_channel(Channels& channels,
                                                   const std::string& name) const {
    channels.push_back(std::make_unique<Channel>(name, purging_vcs_));
    return *channels.back();
}

ClockGate* SignalNetwork::bind_clock(sc_core::sc_in<bool>& clk_i, topo::RouterId router,
                                     ClockPhase phase, int more,
                                     const std::vector<sc_core::sc_interface*>& opened_by) {
    ClockGates* const gates = description_.has_clock_gates(router) ? gates_.get() : nullptr;
    return rtl::bind_clock(clk_i, *clock_, gates, phase, more, opened_by);
}

void SignalNetwork::add_injection_port(topo::NodeId node, int queue) {
    const topo::NodePlace place = description_.topology->place(node);
    RouterModule& router = *routers_[at(place.router)];
    const int input = router.ports().injection_input(place.local, queue);
    if (!router.has_input(input)) {
        return;
    }
    const std::string name = "node_" + std::to_string(node) + "_injection_" + std::to_string(queue);
    InjectionPort::Parameters parameters;
    parameters.router = description_.router;
    parameters.vcs = router.input_vcs(input);
    parameters.purging = description_.purging;
    parameters.headers = description_.headers;
    parameters.payload = payload_.carried() ? &payload_ : nullptr;
    parameters.lookahead = lookahead_.get();
    parameters.node_router = place.router;
    parameters.input = input;
    auto port = std::make_unique<InjectionPort>(name.c_str(), parameters);
    Channel& channel = new_channel(injection_channels_.back(), name);
    std::vector<sc_core::sc_interface*> back{&channel.credit};
    port->hold_i(clock_->hold_o);
    port->flit_o(channel.flit);
    router.flit_i(input)(channel.flit);
    router.credit_o(input)(channel.credit);
    port->credit_i(channel.credit);
    if (purge_) {
        (*router.purge_ports()->dropped_o[at(input)])(*channel.dropped);
        (*port->dropped_i)(*channel.dropped);
        back.push_back(channel.dropped.get());
    }
    bind_clock(port->clk_i, place.router, ClockPhase::rising, 0, back);
    back.push_back(&channel.flit);
    // A flit that a credit allows is driven after the next edge, hence 1 more.
    drive_gates_.back()[at(queue)] =
        bind_clock(port->drive_i, place.router, ClockPhase::driving, 1, back);
    injection_ports_.back()[at(queue)] = std::move(port);
}

void SignalNetwork::add_ejection_port(topo::NodeId node, int number) {
    const topo::NodePlace place = description_.topology->place(node);
    RouterModule& router = *routers_[at(place.router)];
    const int output = router.ports().ejection_output(place.local, number);
    if (!router.has_output(output)) {
        return;
    }
    const std::string name = "node_" + std::to_string(node) + "_ejection_" + std::to_string(number);
    EjectionPort::Parameters parameters;
    parameters.node = node;
    parameters.router = place.router;
    parameters.address = addresses_.of(node);
    parameters.output = output;
    parameters.vcs = router.output_vcs(output);
    parameters.observer = description_.observer;
    parameters.purging = description_.purging;
    parameters.payload = payload_.carried() ? &payload_ : nullptr;
    auto port = std::make_unique<EjectionPort>(
        name.c_str(), parameters,
        [this](const Flit& tail, topo::NodeId at, int from) { client_side_.tail(tail, at, from); });
    auto wire = std::make_unique<FlitWire>(name + "_flit");
    router.flit_o(output)(*wire);
    port->flit_i(*wire);
    std::vector<sc_core::sc_interface*> opened_by{wire.get()};
    if (purge_) {
        (*port->purge_i)(*purge_);
        opened_by.push_back(purge_.get());
    }
    bind_clock(port->clk_i, place.router, ClockPhase::falling, 0, opened_by);
    ejection_wires_.back().push_back(std::move(wire));
    ejection_ports_.back()[at(number)] = std::move(port);
}

void SignalNetwork::add_combining_unit(topo::NodeId node, const CombiningFactory& combining) {
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
    added->results = std::make_unique<ResultPort>(
        (name + "_results").c_str(), node, *added->unit,
        [this](const ReductionResult& result) { client_side_.result(result); });
    added->results->done_i(added->done);
    bind_clock(added->results->clk_i, node, ClockPhase::falling, 0, {&added->done});
    combining_.push_back(std::move(added));
}

void SignalNetwork::add_channel(topo::RouterId router, topo::PortId port) {
    links_[at(router)].push_back(nullptr);
    const topo::PortPeer peer = description_.topology->peer(router, port);
    if (!peer.connected()) {
        return;
    }
    RouterModule& from = *routers_[at(router)];
    RouterModule& to = *routers_[at(peer.node)];
    const int latency = description_.link(router, port).latency;
    // Two routers may have several links between them, so the output port is part of the name.
    const std::string name = "link_" + std::to_string(router) + "_to_" + std::to_string(peer.node) +
                             "_port_" + std::to_string(port);
    Channel& near = new_channel(link_channels_, name);
    Channel& far = latency == 0 ? near : new_channel(link_channels_, name + "_far");
    from.flit_o(port)(near.flit);
    from.credit_i(port)(near.credit);
    to.flit_i(peer.port)(far.flit);
    to.credit_o(peer.port)(far.credit);
    if (purge_) {
        (*from.purge_ports()->dropped_i[at(port)])(*near.dropped);
        (*to.purge_ports()->dropped_o[at(peer.port)])(*far.dropped);
    }
    if (latency > 0) {
        links_[at(router)].back() = new_link(name, router, latency, near, far);
    }
}

std::unique_ptr<Link> SignalNetwork::new_link(const std::string& name, topo::RouterId router,
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
    bind_clock(link->clk_i, router, ClockPhase::rising, latency, opened_by);
    return link;
}

void SignalNetwork::contribute(topo::NodeId node, int entry, const Operand& own) {
    Combining& combining = *combining_.at(at(node));
    combining.unit->contribute(entry, own);
    wake(combining.gate);
}

}  // namespace flitscope::rtl
