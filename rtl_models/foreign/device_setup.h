#pragma once

#include <memory>

#include "rtl_models/foreign/addresses.h"
#include "rtl_models/foreign/device_model.h"
#include "rtl_models/foreign/port_fields.h"
#include "rtl_models/foreign/port_map.h"
#include "rtl_models/router/contract/flit_payload.h"

namespace flitscope::cosim {

/// One kind of device in one network: what all its instances share.
struct DeviceSetup {
    /// Throws DescriptionError when the description does not fit the pins or the network.
    /// Topology and routing outlive it.
    DeviceSetup(const rtl::NetworkDescription& network, std::shared_ptr<const DeviceModel> model,
                DeviceDescription description);
    DeviceSetup(const DeviceSetup&) = delete;
    DeviceSetup& operator=(const DeviceSetup&) = delete;

    std::shared_ptr<const DeviceModel> model;
    DeviceDescription description;
    rtl::RouterParameters parameters;
    std::uint64_t seed;
    std::shared_ptr<const rtl::FlitPayload> payload;
    std::shared_ptr<rtl::MessageSet> unchecked;  ///< NetworkDescription
    PortMap ports;
    Addresses addresses;
    NetworkRoutes routes;
    std::shared_ptr<const PortFields> fields;  ///< for waves, which outlive the network

    // Warnings of its devices, each printed once.
    mutable bool warned_of_narrow_tag = false;
    mutable bool warned_of_shared_tag = false;
};

}  // namespace flitscope::cosim
