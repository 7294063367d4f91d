#include "rtl_models/foreign/device_ports.h"

#include <algorithm>
#include <utility>

namespace flitscope::cosim {

DevicePorts::DevicePorts(const DeviceSetup& setup, Device& device,
                         const std::vector<bool>& connected)
    : layout_(rtl::port_layout(setup.parameters, static_cast<int>(connected.size()))),
      buffer_flits_(setup.parameters.buffer_flits) {
    const PinBinder binder(setup.model->pins(), device);
    const auto present = [&](int port) {
        return port >= layout_.network || connected[static_cast<std::size_t>(port)];
    };
    for (int p = 0; p < layout_.inputs(); ++p) {
        bind_input(setup, binder, p, present(p));
    }
    for (int p = 0; p < layout_.outputs(); ++p) {
        bind_output(setup, binder, p, present(p));
    }
}

void DevicePorts::bind_input(const DeviceSetup& setup, const PinBinder& binder, int port,
                             bool connected) {
    const DeviceDescription& d = setup.description;
    const int vcs = setup.parameters.virtual_channels;
    DeviceInput input;
    input.device_port =
        port < layout_.network ? setup.ports.device_port(port) : setup.ports.local_port();
    input.occupancy.assign(static_cast<std::size_t>(vcs), 0);
    if (input.device_port >= 0) {
        input.pins = binder.port(d, d.inputs, input.device_port);
    }
    if (connected) {
        input.flow = make_input_flow_control(d.input_flow, {vcs, buffer_flits_});
    }
    inputs_.push_back(std::move(input));
}

void DevicePorts::bind_output(const DeviceSetup& setup, const PinBinder& binder, int port,
                              bool connected) {
    const DeviceDescription& d = setup.description;
    const int vcs = setup.parameters.virtual_channels;
    DeviceOutput output;
    output.device_port =
        port < layout_.network ? setup.ports.device_port(port) : setup.ports.local_port();
    output.outstanding.assign(static_cast<std::size_t>(vcs), 0);
    output.on_the_way.resize(static_cast<std::size_t>(vcs));
    if (output.device_port >= 0) {
        output.pins = binder.port(d, d.outputs, output.device_port);
    }
    if (connected) {
        // A sink never says no.
        FlowControlParameters flow = d.output_flow;
        if (flow.kind == FlowControlKind::credit && !output.pins.back.exists()) {
            flow.initial = INT32_MAX;
        }
        const int credits = port < layout_.network ? buffer_flits_ : rtl::kUnbounded;
        output.flow = make_output_flow_control(flow, {vcs, credits});
    }
    outputs_.push_back(std::move(output));
}

std::string DevicePorts::input_name(int port) const {
    return port_title(true, port, input(port).device_port);
}
std::string DevicePorts::output_name(int port) const {
    return port_title(false, port, output(port).device_port);
}

bool DevicePorts::has_credit(int port, int vc) const {
    return port >= layout_.network || buffer_flits_ == rtl::kUnbounded ||
           output(port).outstanding[static_cast<std::size_t>(vc)] < buffer_flits_;
}

bool DevicePorts::quiet() const {
    return std::all_of(inputs_.begin(), inputs_.end(),
                       [](const DeviceInput& each) {
                           return each.credits == 0 && (!each.flow || each.flow->idle());
                       }) &&
           std::all_of(outputs_.begin(), outputs_.end(), [](const DeviceOutput& each) {
               return !each.driven.flit.valid() && !each.shown && (!each.flow || each.flow->idle());
           });
}

}  // namespace flitscope::cosim
