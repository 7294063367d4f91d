#include "rtl_models/foreign/device_ports.h"

#include <algorithm>
#include <utility>

namespace flitscope::cosim {

void DeviceInput::clocked() {
    back = pins.read_back();
    if (flow) {
        at_port(name, [this] { flow->clocked(back); });
    }
}

DevicePorts::DevicePorts(const DeviceSetup& setup, Device& device,
                         const std::vector<bool>& connected)
    : layout_(rtl::port_layout(setup.parameters, static_cast<int>(connected.size()))),
      buffer_flits_(setup.parameters.buffer_flits) {
    const PinBinder binder(setup.model->pins(), device);
    const int vcs = setup.parameters.virtual_channels;
    const auto present = [&](int port) {
        return port >= layout_.network || connected[static_cast<std::size_t>(port)];
    };
    for (int p = 0; p < layout_.inputs(); ++p) {
        DeviceInput input(bound(setup, binder, p, true), static_cast<std::size_t>(vcs));
        if (present(p)) {
            input.flow =
                make_input_flow_control(setup.description.input_flow, {vcs, buffer_flits_});
        }
        inputs_.push_back(std::move(input));
    }
    for (int p = 0; p < layout_.outputs(); ++p) {
        add_output(setup, bound(setup, binder, p, false), present(p));
    }
}

BoundPort DevicePorts::bound(const DeviceSetup& setup, const PinBinder& binder, int port,
                             bool input) const {
    const DeviceDescription& d = setup.description;
    const int at = setup.ports.device_port(layout_, port);
    return {port, port < layout_.network ? port : -1, port_title(input, port, at),
            at < 0 ? PortPins() : binder.port(d, input ? d.inputs : d.outputs, at)};
}

void DevicePorts::add_output(const DeviceSetup& setup, BoundPort port, bool connected) {
    const int vcs = setup.parameters.virtual_channels;
    DeviceOutput output(std::move(port), static_cast<std::size_t>(vcs));
    if (connected) {
        // A sink always has room.
        FlowControlParameters flow = setup.description.output_flow;
        if (flow.kind == FlowControlKind::credit && !output.pins.back.exists()) {
            flow.initial = INT32_MAX;
        }
        const int credits = output.network_port >= 0 ? buffer_flits_ : rtl::kUnbounded;
        output.flow = make_output_flow_control(flow, {vcs, credits});
    }
    outputs_.push_back(std::move(output));
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
