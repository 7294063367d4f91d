#include "rtl_models/foreign/device_router_module.h"

#include <utility>

#include "rtl_models/foreign/device_violation.h"

namespace flitscope::cosim {

DeviceRouterModule::DeviceRouterModule(const sc_core::sc_module_name& name,
                                       const rtl::RouterInstance& instance, rtl::Clock& clock,
                                       std::shared_ptr<const DeviceSetup> setup,
                                       DeviceRouter::Print print)
    : CosimRouterModule(name, instance),
      clock_(clock),
      device_(std::move(setup), instance.id, this->name(), instance.connected, std::move(print)) {}

void DeviceRouterModule::end_of_elaboration() {
    CosimRouterModule::end_of_elaboration();
    // Edge 0 is the first after reset, and the device counts edges from there.
    gate().wake();
}

void DeviceRouterModule::at_edge() {
    try {
        read_wires(
            [this](int port, const rtl::Flit& flit) {
                device_.flit_arrives(port, flit, cycle());
                report_written(port, flit);
            },
            [this](int port, std::uint64_t vcs) { device_.credits_arrive(port, vcs); });
        device_.clock(cycle());
    } catch (...) {
        clock_.fail(std::current_exception());
    }
    for (const auto& input : inputs()) {
        drive_credits(*input, device_.credits(input->port));
    }
    for (const auto& output : outputs()) {
        const Departure& driven = device_.driven(output->port);
        drive_flit(*output, driven.flit);
        if (driven.flit.valid()) {
            count_sent(*output, driven);
        }
    }
    if (!device_.idle()) {
        gate().wake();
    }
}

void DeviceRouterModule::count_sent(Output& out, const Departure& driven) {
    const rtl::Flit& flit = driven.flit;
    const bool network = !endless(out.port);
    // As in a router of Flitscope.
    const rtl::Cycle granted = cycle() - context().parameters.stages().traversal;
    count_switched(out);
    rtl::Flit as_it_came = flit;
    as_it_came.vc = static_cast<std::uint8_t>(driven.input_vc);
    as_it_came.hop = static_cast<std::uint16_t>(flit.hop - (network ? 1 : 0));
    if (flit.is_head()) {
        out.counters.heads += network ? 1 : 0;
        out.busy.change(cycle(), 1);
        if (context().book != nullptr) {
            context().book->head_moved(granted, as_it_came);
        }
    }
    if (flit.is_tail()) {
        out.busy.change(cycle() + 1, -1);
    }
    if (context().observer != nullptr) {
        context().observer->switch_granted(granted, id(), driven.input, as_it_came, out.port,
                                           flit.vc);
    }
}

waves::RouterSources DeviceRouterModule::wave_sources() const {
    using waves::SignalSource;
    const int vcs = context().parameters.virtual_channels;
    waves::RouterSources sources = port_sources();
    for (std::size_t p = 0; p < sources.inputs.size(); ++p) {
        int index = static_cast<int>(p) * vcs;
        for (waves::InputVcSources& vc : sources.inputs[p].vcs) {
            vc.occupancy = SignalSource::call<&DeviceRouterModule::wave_occupancy>(*this, index++);
        }
    }
    const bool counted = context().parameters.buffer_flits != rtl::kUnbounded;
    for (int p = 0; counted && p < ports().network; ++p) {
        int index = p * vcs;
        for (waves::OutputVcSources& vc : sources.outputs[static_cast<std::size_t>(p)].vcs) {
            vc.credits_q = SignalSource::call<&DeviceRouterModule::wave_credits>(*this, index++);
        }
    }
    return sources;
}

int DeviceRouterModule::wave_occupancy(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return device_.occupancy(index / vcs, index % vcs);
}
int DeviceRouterModule::wave_credits(int index) const {
    const int vcs = context().parameters.virtual_channels;
    return context().parameters.buffer_flits - device_.outstanding(index / vcs, index % vcs);
}

}  // namespace flitscope::cosim
