#include "rtl_models/foreign/device_setup.h"

#include <fmt/format.h>

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
        refuse("vcs", fmt::format("{} in the device, but `router.virtual_channels` is {}",
                                  description.vcs, router.virtual_channels));
    }
    if (router.injection_ports != 1 || router.ejection_ports != 1) {
        refuse("ports",
               "the device has one local port; `router.injection_ports` and "
               "`router.ejection_ports` must be 1");
    }
    if (description.vcs > 1 && router.ejection_vcs != rtl::EjectionVcs::per_vc) {
        refuse("vcs", "`router.ejection_vcs` must be per_vc");
    }
    if (description.inputs.data.exists() != description.outputs.data.exists()) {
        refuse(description.inputs.data.exists() ? "outputs.data" : "inputs.data",
               "missing; the other direction has it");
    }
    for (const PortSignal* const data : {&description.inputs.data, &description.outputs.data}) {
        for (const PinSlice& slice : data->ports) {
            if (slice.exists() && slice.width < 8 * router.data_bytes()) {
                throw DescriptionError(description, data->place, data->key,
                                       fmt::format("{} bits, but a flit carries {} bytes "
                                                   "(`router.flit_bytes`)",
                                                   slice.width, router.data_bytes()));
            }
        }
    }
    return description;
}

}  // namespace

DeviceSetup::DeviceSetup(const rtl::NetworkDescription& network,
                         std::shared_ptr<const DeviceModel> device, DeviceDescription pins)
    : model(std::move(device)),
      description(checked(std::move(pins), *model, network.router)),
      parameters(network.router),
      seed(network.seed),
      payload(std::make_shared<rtl::FlitPayload>(network)),
      unchecked(network.unchecked),
      ports(description, *network.topology),
      addresses(description, *network.topology, model->pins()),
      routes(*network.topology, *network.routing, ports),
      fields(
          std::make_shared<PortFields>(description, ports, addresses,
                                       rtl::port_layout(parameters, network.topology->ports(0)))) {}

}  // namespace flitscope::cosim
