#include "rtl_models/signal/router.h"

#include <stdexcept>
#include <string>

namespace flitscope::rtl {

namespace {

std::string numbered(const char* name, int port) {
    return std::string(name) + '_' + std::to_string(port);
}

template <typename Port>
std::unique_ptr<Port> make_port(const char* name, int port) {
    return std::make_unique<Port>(numbered(name, port).c_str());
}

}  // namespace

Router::Router(const sc_core::sc_module_name& name, const RouterInstance& instance)
    : RouterModule(name, instance),
      nets_(instance.id, ports().outputs()),
      vc_allocator_("vc_allocator", {instance.parameters, ports(), instance.makers}),
      switch_allocator_("switch_allocator", {instance.parameters, ports(), instance.makers}),
      crossbar_("crossbar", ports()) {
    if (ports().inputs() > kMaxInputs) {
        throw std::invalid_argument(std::string(this->name()) + ": " +
                                    std::to_string(ports().inputs()) +
                                    " input ports, level signal has at most " +
                                    std::to_string(kMaxInputs) + " in a router");
    }
    make_ports(instance);
    for (int p = 0; p < ports().inputs(); ++p) {
        make_input(instance, p);
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        make_output(instance, p);
    }
    bind_allocators();
    monitor_ = std::make_unique<RouterMonitor>("monitor", *this, nets_);
    monitor_->clk_i(clk_i);
}

Router::~Router() {
    monitor_.reset();
    clear_backwards(output_units_);
    while (!vc_buffers_.empty()) {
        route_units_.pop_back();
        vc_buffers_.pop_back();
    }
    clear_backwards(nets_.outputs);
    clear_backwards(nets_.inputs);
}

void Router::make_ports(const RouterInstance& instance) {
    const int vcs = instance.parameters.virtual_channels;
    for (int p = 0; p < ports().inputs(); ++p) {
        nets_.inputs.push_back(std::make_unique<InputNets>(p, vcs));
        const bool there = has_input(p);
        flit_i_.push_back(there ? make_port<sc_core::sc_in<Flit>>("flit_i", p) : nullptr);
        credit_o_.push_back(there ? make_port<sc_core::sc_out<Credit>>("credit_o", p) : nullptr);
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        const bool there = has_output(p);
        const bool network = p < ports().network;
        flit_o_.push_back(there ? make_port<sc_core::sc_out<Flit>>("flit_o", p) : nullptr);
        credit_i_.push_back(there && network ? make_port<sc_core::sc_in<Credit>>("credit_i", p)
                                             : nullptr);
    }
}

void Router::make_input(const RouterInstance& instance, int p) {
    vc_buffers_.push_back(nullptr);
    route_units_.push_back(nullptr);
    if (!has_input(p)) {
        return;
    }
    const RouterParameters& router = instance.parameters;
    InputNets& nets = *nets_.inputs[index(p)];

    VcBuffer::Parameters buffer;
    buffer.vcs = router.virtual_channels;
    buffer.used_vcs = input_vcs(p);
    buffer.buffer_flits = router.buffer_flits;
    auto vc_buffer = std::make_unique<VcBuffer>(numbered("vc_buffer", p).c_str(), buffer);
    vc_buffer->clk_i(clk_i);
    vc_buffer->rst_ni(rst_ni);
    vc_buffer->flit_i(*flit_i_[index(p)]);
    vc_buffer->pop_i(nets.grant);
    vc_buffer->credit_o(*credit_o_[index(p)]);
    vc_buffer->filled_o(nets.filled);
    vc_buffer->front_o(nets.front);
    vc_buffer->head_o(nets.head);
    vc_buffer->tail_o(nets.tail);
    vc_buffer->count_o(nets.count);
    vc_buffers_.back() = std::move(vc_buffer);

    RouteUnit::Parameters route;
    route.input = p;
    route.router = router;
    route.ports = ports();
    route.connected = instance.connected;
    route.routing = instance.routing;
    route.ties_random = instance.ties_random;
    route_units_.back() = std::make_unique<RouteUnit>(numbered("route_unit", p).c_str(), route);
    RouteUnit& route_unit = *route_units_.back();
    route_unit.clk_i(clk_i);
    route_unit.rst_ni(rst_ni);
    route_unit.node_i(nets_.node);
    route_unit.head_i(nets.head);
    route_unit.tail_i(nets.tail);
    route_unit.vc_grant_i(nets.vc_grant);
    route_unit.grant_i(nets.grant);
    route_unit.request_o(nets.request);
    route_unit.active_o(nets.active);
    route_unit.route_o(nets.route);
    route_unit.stage_o(nets.stage);
}

void Router::make_output(const RouterInstance& instance, int p) {
    const RouterParameters& router = instance.parameters;
    const bool network = p < ports().network;
    OutputUnit::Parameters parameters;
    parameters.vcs = router.virtual_channels;
    parameters.used_vcs = output_vcs(p);
    parameters.buffer_flits = router.buffer_flits;
    parameters.ejection = !network;
    parameters.pipeline = router.pipeline;
    parameters.reuse_empty = router.vc_reuse == VcReuse::buffer_empty;
    parameters.cycles_per_flit = network ? instance.cycles_per_flit[index(p)] : 1;
    nets_.outputs.push_back(std::make_unique<OutputNets>(p, router.virtual_channels));
    output_units_.push_back(nullptr);
    OutputNets& nets = *nets_.outputs.back();
    for (auto& route_unit : route_units_) {
        if (route_unit && route_unit->state_i.size() != 0) {
            route_unit->state_i[index(p)](nets.state);
            route_unit->outstanding_i[index(p)](nets.outstanding);
        }
    }
    if (!has_output(p)) {
        return;
    }
    output_units_.back() =
        std::make_unique<OutputUnit>(numbered("output_unit", p).c_str(), parameters);
    OutputUnit& output_unit = *output_units_.back();
    output_unit.clk_i(clk_i);
    output_unit.rst_ni(rst_ni);
    output_unit.taken_i(nets.taken);
    output_unit.flit_i(nets.crossing);
    if (network) {
        output_unit.credit_i(*credit_i_[index(p)]);
    } else {
        output_unit.credit_i(no_credit_);
    }
    output_unit.state_o(nets.state);
    output_unit.ready_o(nets.ready);
    output_unit.outstanding_o(nets.outstanding);
    output_unit.flit_o(*flit_o_[index(p)]);
}

void Router::bind_allocators() {
    vc_allocator_.clk_i(clk_i);
    vc_allocator_.rst_ni(rst_ni);
    switch_allocator_.clk_i(clk_i);
    switch_allocator_.rst_ni(rst_ni);
    switch_allocator_.select_o(nets_.select);
    crossbar_.select_i(nets_.select);
    for (std::size_t p = 0; p < nets_.inputs.size(); ++p) {
        InputNets& nets = *nets_.inputs[p];
        vc_allocator_.request_i[p](nets.request);
        vc_allocator_.grant_o[p](nets.vc_grant);
        switch_allocator_.active_i[p](nets.active);
        switch_allocator_.filled_i[p](nets.filled);
        switch_allocator_.grant_o[p](nets.grant);
        crossbar_.front_i[p](nets.front);
        crossbar_.active_i[p](nets.active);
        crossbar_.grant_i[p](nets.grant);
    }
    for (std::size_t p = 0; p < nets_.outputs.size(); ++p) {
        OutputNets& nets = *nets_.outputs[p];
        vc_allocator_.state_i[p](nets.state);
        if (vc_allocator_.outstanding_i.size() != 0) {
            vc_allocator_.outstanding_i[p](nets.outstanding);
        }
        vc_allocator_.taken_o[p](nets.taken);
        switch_allocator_.ready_i[p](nets.ready);
        crossbar_.flit_o[p](nets.crossing);
    }
}

}  // namespace flitscope::rtl
