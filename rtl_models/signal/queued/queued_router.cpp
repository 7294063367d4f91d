#include "rtl_models/signal/queued/queued_router.h"

#include <utility>

namespace flitscope::rtl {

namespace {

std::vector<topo::PortId> connected_ports(const topo::Topology& topology, topo::NodeId node) {
    std::vector<topo::PortId> ports;
    for (topo::PortId port = 0; port < topology.ports(node); ++port) {
        if (topology.peer(node, port).connected()) {
            ports.push_back(port);
        }
    }
    return ports;
}

}  // namespace

QueuedRouter::QueuedRouter(const sc_core::sc_module_name& name,
                           const NetworkDescription& description, topo::NodeId router,
                           MessageBook* book, ArrivalPort::TailCallback tail)
    : sc_module(name),
      flit_i("flit_i", connected_ports(*description.topology, router).size()),
      flit_o("flit_o", flit_i.size()),
      description_(description),
      router_(router),
      network_ports_(description.topology->ports(router)),
      connected_(connected_ports(*description.topology, router)),
      route_unit_(std::make_unique<QueueRouteUnit>("route_unit", description, router, connected_)),
      arrival_port_(std::make_unique<ArrivalPort>("arrival", description, router, connected_, book,
                                                  std::move(tail))) {
    route_unit_->join_i(join_i);
    arrival_port_->join_i(join_i);
    for (std::size_t i = 0; i < connected_.size(); ++i) {
        make_queue(i, book);
        route_unit_->flit_i[i](flit_i[i]);
        route_unit_->load_i[i](nets_[i]->load);
        route_unit_->append_o[i](nets_[i]->append);
        arrival_port_->flit_i[i](flit_i[i]);
    }
    bind_clocks();
}

void QueuedRouter::make_queue(std::size_t index, MessageBook* book) {
    const topo::PortId port = connected_[index];
    const std::string name = "output_" + std::to_string(port);
    OutputQueue::Parameters parameters;
    parameters.description = &description_;
    parameters.router = router_;
    parameters.output = port;
    parameters.cycles_per_flit = description_.link(router_, port).cycles_per_flit;
    parameters.book = book;
    nets_.push_back(std::make_unique<Nets>(name));
    queues_.push_back(std::make_unique<OutputQueue>(name.c_str(), parameters));
    OutputQueue& queue = *queues_.back();
    queue.append_i(nets_.back()->append);
    queue.load_o(nets_.back()->load);
    queue.serving_o(nets_.back()->serving);
    queue.flit_o(flit_o[index]);
}

void QueuedRouter::bind_clocks() {
    if (!description_.has_clock_gates(router_)) {
        arrival_port_->clk_i(clk_i);
        arrival_port_->deliver_i(clk_i);
        for (const auto& queue : queues_) {
            queue->clk_i(clk_i);
        }
        return;
    }
    gates_ = std::make_unique<ClockGates>("clock_gates");
    gates_->clk_i(clk_i);
    ClockGate& arrival = gates_->add("arrival_clock", ClockPhase::rising, 0);
    ClockGate& delivery = gates_->add("delivery_clock", ClockPhase::falling, 0);
    arrival.opened_by(join_i);
    delivery.opened_by(join_i);
    for (sc_core::sc_in<Flit>& flit : flit_i) {
        arrival.opened_by(flit);
        delivery.opened_by(flit);
    }
    arrival_port_->clk_i(arrival);
    arrival_port_->deliver_i(delivery);
    for (std::size_t i = 0; i < queues_.size(); ++i) {
        ClockGate& queue =
            gates_->add(std::string(queues_[i]->basename()) + "_clock", ClockPhase::rising, 0);
        queue.opened_by(nets_[i]->append).opened_by(nets_[i]->serving).opened_by(flit_o[i]);
        queues_[i]->clk_i(queue);
    }
}

waves::RouterSources QueuedRouter::wave_sources() const {
    using waves::SignalSource;
    waves::RouterSources sources;
    sources.router = router_;
    sources.ports = port_layout(description_.router, network_ports_);
    sources.buffer_flits = kUnbounded;
    sources.inputs.resize(static_cast<std::size_t>(sources.ports.inputs()));
    sources.outputs.resize(static_cast<std::size_t>(sources.ports.outputs()));
    for (std::size_t i = 0; i < connected_.size(); ++i) {
        const auto port = static_cast<std::size_t>(connected_[i]);
        sources.inputs[port].flit_i = &flit_i[i].read();
        sources.outputs[port].flit_o = &flit_o[i].read();
        sources.outputs[port].serving_q =
            SignalSource::call<&OutputQueue::wave_serving>(*queues_[i], 0);
        sources.outputs[port].messages_q =
            SignalSource::call<&OutputQueue::wave_length>(*queues_[i], 0);
    }
    return sources;
}

}  // namespace flitscope::rtl
