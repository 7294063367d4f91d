#include "rtl_models/cosim/device/device_router_module.h"

#include <string>
#include <utility>

#include "rtl_models/cosim/device/device_violation.h"

namespace flitscope::cosim {

namespace {

std::string port_name(const char* what, int port, const char* pin) {
    return std::string(what) + '_' + std::to_string(port) + '_' + pin;
}

}  // namespace

DeviceRouterModule::Input::Input(int port)
    : flit_i(port_name("input", port, "flit_i").c_str()),
      credit_o(port_name("input", port, "credit_o").c_str()) {}

DeviceRouterModule::Output::Output(int port, int vcs, bool network)
    : flit_o(port_name("output", port, "flit_o").c_str()) {
    if (network) {
        credit_i = std::make_unique<sc_core::sc_in<rtl::Credit>>(
            port_name("output", port, "credit_i").c_str());
    }
    counters.vc_busy_cycles.assign(static_cast<std::size_t>(vcs) + 1, 0);
}

DeviceRouterModule::DeviceRouterModule(const sc_core::sc_module_name& name,
                                       const rtl::RouterInstance& instance,
                                       rtl::PhaseSequencer& sequencer,
                                       std::shared_ptr<const DeviceSetup> setup,
                                       DeviceRouter::Print print)
    : RouterModule(name, instance, sequencer),
      StateUnit(process()),
      device_(std::move(setup), instance.id, this->name(), instance.connected, std::move(print)) {
    for (int p = 0; p < ports().inputs(); ++p) {
        inputs_.push_back(has_input(p) ? std::make_unique<Input>(p) : nullptr);
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        outputs_.push_back(has_output(p)
                               ? std::make_unique<Output>(p, output_vcs(p), p < ports().network)
                               : nullptr);
    }
}

void DeviceRouterModule::trace_to(RtlTrace& trace) {
    const std::string file = trace.add_router(id(), [this] { device_.close_trace(); });
    device_.open_trace(file, trace.from(), trace.to());
}

void DeviceRouterModule::end_of_elaboration() {
    for (const auto& input : inputs_) {
        if (input) {
            input->flit_in.attach(input->flit_i, *this);
        }
    }
    for (const auto& output : outputs_) {
        if (output && output->credit_i) {
            output->credit_in.attach(*output->credit_i, *this);
        }
    }
    // Edge 0 is the first after reset, and the device counts edges from there.
    enlist();
}

void DeviceRouterModule::at_state() {
    try {
        take_wires();
        device_.clock(context().cycle());
    } catch (...) {
        context().sequencer->fail(std::current_exception());
    }
    for (int p = 0; p < ports().inputs(); ++p) {
        if (has_input(p)) {
            drive_credits(p);
        }
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        if (has_output(p)) {
            drive_flit(p);
        }
    }
    if (!device_.idle()) {
        enlist();
    }
}

void DeviceRouterModule::take_wires() {
    for (int p = 0; p < ports().inputs(); ++p) {
        if (!has_input(p) || !input(p).flit_in.read().valid()) {
            continue;
        }
        input(p).flit_in.poll();
        const rtl::Flit& flit = input(p).flit_in.read();
        device_.flit_arrives(p, flit, context().cycle());
        if (context().book != nullptr) {
            context().book->flit_written(context().cycle(), id(), flit);
        }
        if (context().observer != nullptr) {
            context().observer->flit_written(context().cycle(), id(), p, flit);
        }
    }
    for (int p = 0; p < ports().network; ++p) {
        if (has_output(p) && output(p).credit_in.read().valid()) {
            output(p).credit_in.poll();
            device_.credits_arrive(p, output(p).credit_in.read().vcs);
        }
    }
}

void DeviceRouterModule::drive_credits(int port) {
    const rtl::Credit credit{device_.credits(port)};
    if (credit.valid() || input(port).credit_o.read().valid()) {
        input(port).credit_o.write(credit);
    }
    if (context().observer != nullptr) {
        for (int v = 0; v < input_vcs(port); ++v) {
            if ((credit.vcs >> v & 1) != 0) {
                context().observer->credit_sent(context().cycle(), id(), port, v);
            }
        }
    }
}

void DeviceRouterModule::drive_flit(int port) {
    const DeviceRouter::Driven& driven = device_.driven(port);
    const rtl::Flit& flit = driven.flit;
    Output& out = output(port);
    if (flit.valid() || out.flit_o.read().valid()) {
        out.flit_o.write(flit);
    }
    if (!flit.valid()) {
        return;
    }
    // As in a router of Flitscope: at depth 4 the grant is a cycle before the wire.
    const rtl::Cycle granted = context().cycle() - (context().parameters.pipeline == 4 ? 1 : 0);
    ++flits_switched_;
    ++out.counters.flits;
    rtl::Flit as_it_came = flit;
    as_it_came.vc = static_cast<std::uint8_t>(driven.input_vc);
    as_it_came.hop = static_cast<std::uint16_t>(flit.hop - (port < ports().network ? 1 : 0));
    if (flit.is_head()) {
        out.counters.heads += port < ports().network ? 1 : 0;
        change_busy(out, context().cycle(), 1);
        if (context().book != nullptr) {
            context().book->head_moved(granted, as_it_came);
        }
    }
    if (flit.is_tail()) {
        change_busy(out, context().cycle() + 1, -1);
    }
    if (context().observer != nullptr) {
        context().observer->switch_granted(granted, id(), driven.input, as_it_came, port, flit.vc);
    }
}

void DeviceRouterModule::change_busy(Output& output, rtl::Cycle edge, int by) {
    output.counters.vc_busy_cycles[static_cast<std::size_t>(output.busy_vcs)] +=
        static_cast<std::uint64_t>(edge - output.busy_since);
    output.busy_since = edge;
    output.busy_vcs += by;
}

rtl::ChannelCounters DeviceRouterModule::channel_counters(int port, rtl::Cycle edge) const {
    const Output& out = output(port);
    rtl::ChannelCounters counters = out.counters;
    counters.vc_busy_cycles[static_cast<std::size_t>(out.busy_vcs)] +=
        static_cast<std::uint64_t>(edge - out.busy_since);
    return counters;
}

void DeviceRouterModule::append_waits(std::vector<rtl::VcWait>& waits) const {
    device_.append_waits(waits);
}
int DeviceRouterModule::occupancy(int port, int vc) const { return device_.occupancy(port, vc); }
int DeviceRouterModule::outstanding(int port, int vc) const {
    return device_.outstanding(port, vc);
}

waves::RouterSources DeviceRouterModule::wave_sources() const {
    using waves::SignalSource;
    const int vcs = context().parameters.virtual_channels;
    const bool counted = context().parameters.buffer_flits != rtl::kUnbounded;
    waves::RouterSources sources;
    sources.router = id();
    sources.ports = ports();
    sources.virtual_channels = vcs;
    sources.buffer_flits = context().parameters.buffer_flits;
    for (int p = 0; p < ports().inputs(); ++p) {
        waves::InputPortSources port;
        if (has_input(p)) {
            port.flit_i = &input(p).flit_in.read();
            port.credit_o = SignalSource::value(input(p).credit_o.read().vcs);
        }
        for (int v = 0; v < input_vcs(p); ++v) {
            waves::InputVcSources vc;
            vc.occupancy =
                SignalSource::call<&DeviceRouterModule::wave_occupancy>(*this, p * vcs + v);
            port.vcs.push_back(vc);
        }
        sources.inputs.push_back(std::move(port));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        waves::OutputPortSources port;
        const bool network = p < ports().network;
        if (has_output(p)) {
            port.flit_o = &output(p).flit_o.read();
            if (network) {
                port.credit_i = SignalSource::value(output(p).credit_in.read().vcs);
            }
        }
        for (int v = 0; v < output_vcs(p); ++v) {
            waves::OutputVcSources vc;
            if (network && counted) {
                vc.credits_q =
                    SignalSource::call<&DeviceRouterModule::wave_credits>(*this, p * vcs + v);
            }
            port.vcs.push_back(vc);
        }
        sources.outputs.push_back(std::move(port));
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
