#include "rtl_models/signal/router.h"

namespace flitscope::rtl {

namespace {

RouterContext make_context(const RouterInstance& instance, PhaseSequencer& sequencer,
                           RouterProcess& process) {
    RouterContext context;
    context.router = instance.id;
    context.parameters = instance.parameters;
    context.ports = port_layout(instance.parameters, static_cast<int>(instance.connected.size()));
    context.sequencer = &sequencer;
    context.process = &process;
    context.book = instance.book;
    context.observer = instance.observer;
    return context;
}

template <typename T>
std::vector<T*> pointers(const std::vector<std::unique_ptr<T>>& owners) {
    std::vector<T*> result;
    result.reserve(owners.size());
    for (const auto& owner : owners) {
        result.push_back(owner.get());
    }
    return result;
}

}  // namespace

// A stage that shares its cycle with the stage before it comes after it and sees its results; a
// stage behind a pipeline register comes before it and so sees last cycle's (docs/router.md,
// section 4). The crossbar is last: what it changes shows after the next edge.
std::vector<AllocationUnit*> Router::turns() {
    switch (context_.parameters.pipeline) {
        case 1:
            return {&route_unit_, &vc_allocator_, &switch_allocator_, &crossbar_};
        case 2:
            return {&switch_allocator_, &route_unit_, &vc_allocator_, &crossbar_};
        default:
            return {&switch_allocator_, &vc_allocator_, &route_unit_, &crossbar_};
    }
}

Router::Router(const sc_core::sc_module_name& name, const RouterInstance& instance,
               PhaseSequencer& sequencer)
    : sc_module(name),
      process_(sequencer),
      context_(make_context(instance, sequencer, process_)),
      route_unit_("route_unit", context_, *instance.routing, instance.ties_random),
      vc_allocator_("vc_allocator", context_),
      switch_allocator_("switch_allocator", context_, instance.cycles_per_flit),
      crossbar_("crossbar", context_) {
    process_.set_order(turns());
    SC_METHOD(run_state);
    dont_initialize();
    sensitive << process_.state_worker.event;
    SC_METHOD(run_allocation);
    dont_initialize();
    sensitive << process_.allocation_worker.event;
    instance.parameters.validate(this->name());
    const PortLayout& ports = context_.ports;
    const bool one_queue_per_port = instance.parameters.injection_ports == kAll;
    // A local port that belongs to an unconnected network port is not there either (docs/router.md,
    // section 2).
    const auto connected = [&](int input) {
        const int network = input < ports.network ? input : input - ports.network;
        return input < ports.network || one_queue_per_port
                   ? instance.connected[static_cast<std::size_t>(network)]
                   : true;
    };
    for (int p = 0; p < ports.inputs(); ++p) {
        const int vcs = p < ports.network ? instance.parameters.virtual_channels
                                          : injection_vc_count(instance.parameters);
        input_units_.push_back(connected(p)
                                   ? std::make_unique<VcBuffer>(
                                         ("input_" + std::to_string(p)).c_str(), context_, p, vcs)
                                   : nullptr);
    }
    for (int p = 0; p < ports.outputs(); ++p) {
        const int input = p < ports.network ? p : p - ports.network;
        const bool present = p < ports.network || instance.parameters.ejection_ports == kAll
                                 ? connected(input)
                                 : true;
        const int vcs = p < ports.network ? instance.parameters.virtual_channels
                                          : ejection_vc_count(instance.parameters);
        output_units_.push_back(present
                                    ? std::make_unique<OutputUnit>(
                                          ("output_" + std::to_string(p)).c_str(), context_, p, vcs)
                                    : nullptr);
    }
    const std::vector<VcBuffer*> inputs = pointers(input_units_);
    const std::vector<OutputUnit*> outputs = pointers(output_units_);
    for (VcBuffer* input : inputs) {
        if (input != nullptr) {
            input->connect(route_unit_, switch_allocator_);
        }
    }
    for (OutputUnit* output : outputs) {
        if (output != nullptr) {
            output->connect(vc_allocator_, switch_allocator_);
        }
    }
    route_unit_.connect(inputs, outputs, vc_allocator_);
    vc_allocator_.connect(inputs, outputs, switch_allocator_);
    switch_allocator_.connect(crossbar_);
    crossbar_.connect(inputs, outputs, switch_allocator_);
}

}  // namespace flitscope::rtl
