#include "rtl_models/foreign/device_network.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "rtl_models/foreign/device_router_module.h"
#include "rtl_models/signal/router.h"

namespace flitscope::cosim {

rtl::RouterFactory device_router_factory(const rtl::NetworkDescription& network,
                                         std::shared_ptr<const DeviceModel> model,
                                         const DeviceDescription& description,
                                         std::vector<topo::NodeId> nodes, rtl::RouterFactory others,
                                         std::function<void(const std::string&)> print,
                                         RtlTrace* trace) {
    if (trace != nullptr && !model->traced()) {
        throw std::invalid_argument("router " + model->name() +
                                    ": waves of the RTL need TRACE in the call of "
                                    "flitscope_add_verilog_router");
    }
    const auto setup = std::make_shared<const DeviceSetup>(network, std::move(model), description);
    if (!print) {
        print = [](const std::string& line) { std::cerr << line << "\n"; };
    }
    return [setup, nodes = std::move(nodes), others = std::move(others), print, trace](
               const sc_core::sc_module_name& name, const rtl::RouterInstance& instance,
               rtl::PhaseSequencer& sequencer) -> std::unique_ptr<rtl::RouterModule> {
        if (std::find(nodes.begin(), nodes.end(), instance.id) != nodes.end()) {
            auto device =
                std::make_unique<DeviceRouterModule>(name, instance, sequencer, setup, print);
            if (trace != nullptr && trace->wants(instance.id)) {
                device->trace_to(*trace);
            }
            return device;
        }
        if (others) {
            return others(name, instance, sequencer);
        }
        return std::make_unique<rtl::Router>(name, instance, sequencer);
    };
}

}  // namespace flitscope::cosim
