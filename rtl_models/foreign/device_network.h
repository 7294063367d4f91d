#pragma once

#include <memory>
#include <vector>

#include "rtl_models/foreign/device_setup.h"
#include "rtl_models/signal/router_module.h"

namespace flitscope::cosim {

class RtlTrace;

/// Makes a device for every router in `nodes` and asks `others` for the rest (empty: routers of
/// SystemC modules). What devices display goes to `print`, one line at a time. `trace`: where
/// devices write dumps of their own; null: nowhere; outlives the network.
///
/// Throws DescriptionError where the description does not fit the pins or the network,
/// std::invalid_argument for a trace of a model that is not traced(). Keeps the
/// model; topology and routing outlive the network.
rtl::RouterFactory device_router_factory(const rtl::NetworkDescription& network,
                                         std::shared_ptr<const DeviceModel> model,
                                         const DeviceDescription& description,
                                         std::vector<topo::NodeId> nodes,
                                         rtl::RouterFactory others = {},
                                         std::function<void(const std::string&)> print = {},
                                         RtlTrace* trace = nullptr);

}  // namespace flitscope::cosim
