#pragma once

#include <map>
#include <memory>
#include <vector>

#include "rtl_models/foreign/device_setup.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

class RtlTrace;

/// The routers of a network that are foreign routers.
struct DeviceChoice {
    /// The models of one plug-in: they have the same pin description, but may be built for several
    /// parameters.
    std::vector<std::shared_ptr<const DeviceModel>> models;
    std::map<std::string, topo::NodeValue> parameters;  ///< that a model must have
    DeviceDescription description;
    std::vector<topo::NodeId> nodes;
};

/// Makes a device for every router in `choice.nodes` and asks `others` for the rest (empty: routers
/// of SystemC modules). Output of devices goes to `print`, one line at a time. `trace`: the dumps
/// of the devices; null: none; outlives the network.
///
/// Throws DescriptionError if the description does not fit the pins or the network,
/// std::invalid_argument for a trace of a model that is not traced() and for a node that no model
/// was built for. Keeps the models; topology and routing outlive the network.
rtl::RouterFactory device_router_factory(const rtl::NetworkDescription& network,
                                         const DeviceChoice& choice, rtl::RouterFactory others = {},
                                         std::function<void(const std::string&)> print = {},
                                         RtlTrace* trace = nullptr);

}  // namespace flitscope::cosim
