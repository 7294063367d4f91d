#pragma once

#include <memory>
#include <vector>

#include "rtl_models/cosim/device/device_setup.h"
#include "rtl_models/signal/router_module.h"

namespace flitscope::cosim {

/// Makes a device for every router in `nodes` and asks `others` for the rest (empty: routers of
/// SystemC modules). What devices display goes to `print`, one line at a time.
///
/// Throws DescriptionError where the description does not fit the pins or the network. Keeps the
/// model; topology and routing outlive the network.
rtl::RouterFactory device_router_factory(const rtl::NetworkDescription& network,
                                         std::shared_ptr<const DeviceModel> model,
                                         const DeviceDescription& description,
                                         std::vector<topo::NodeId> nodes,
                                         rtl::RouterFactory others = {},
                                         std::function<void(const std::string&)> print = {});

}  // namespace flitscope::cosim
