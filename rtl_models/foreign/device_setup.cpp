#include "rtl_models/foreign/device_setup.h"

#include <algorithm>
#include <utility>

#include "rtl_models/foreign/pin_check.h"

namespace flitscope::cosim {

namespace {

DeviceDescription checked(DeviceDescription description, const DeviceModel& model,
                          const rtl::RouterParameters& router) {
    check_pins(description, model.pins());
    const auto refuse = [&](const std::string& key, const std::string& problem) {
        throw DescriptionError(description, description.clock_place, key, problem);
    };
    if (router.virtual_channels != description.vcs) {
        refuse("vcs", std::to_string(description.vcs) +
                          " in the device, but `router.virtual_channels` is " +
                          std::to_string(router.virtual_channels));
    }
    if (router.injection_ports != 1 || router.ejection_ports != 1) {
        refuse("ports",
               "the device has one local port; `router.injection_ports` and "
               "`router.ejection_ports` must be 1");
    }
    if (description.vcs > 1 && router.ejection_vcs != rtl::EjectionVcs::per_vc) {
        refuse("vcs", "`router.ejection_vcs` must be per_vc");
    }
    return description;
}

std::vector<int> node_pin_widths(const DeviceDescription& description, const DeviceModel& model) {
    std::vector<int> widths;
    for (const NodePin& node : description.node) {
        if (node.pin.empty()) {
            widths.push_back(64);  // of the values that variants are told by
        }
        for (const DevicePin& pin : model.pins()) {
            if (pin.name == node.pin) {
                widths.push_back(node.width == 0 ? pin.width - node.lsb : node.width);
            }
        }
    }
    return widths;
}

std::vector<std::pair<std::string, int>> own_field_widths(const DirectionPins& pins) {
    std::vector<std::pair<std::string, int>> widths;
    for (const PortSignal& own : pins.fields) {
        for (const PinSlice& slice : own.ports) {
            if (slice.exists()) {
                widths.emplace_back(own.key.substr(own.key.rfind('.') + 1), slice.width);
                break;
            }
        }
    }
    return widths;
}

}  // namespace

DeviceSetup::DeviceSetup(const rtl::NetworkDescription& network,
                         std::shared_ptr<const DeviceModel> device, DeviceDescription pins)
    : model(std::move(device)),
      description(checked(std::move(pins), *model, network.router)),
      parameters(network.router),
      seed(network.seed),
      ports(description, *network.topology),
      addresses(description, *network.topology, node_pin_widths(description, *model),
                own_field_widths(description.inputs)),
      routes(*network.topology, *network.routing, ports),
      fields(
          std::make_shared<PortFields>(description, ports, addresses,
                                       rtl::port_layout(parameters, network.topology->ports(0)))) {}

}  // namespace flitscope::cosim
