#pragma once

#include "rtl_models/foreign/device_ports.h"
#include "rtl_models/foreign/pin_history.h"

namespace flitscope::cosim {

/// Clock, reset and constants of one device: everything before edge 0.
class DeviceReset {
public:
    /// All outlive it.
    DeviceReset(const DeviceSetup& setup, Device& device, topo::NodeId node, DevicePorts& ports,
                PinHistory& history);

    /// Resets the device as the description has it, records its cycles, which have numbers below 0,
    /// and looks at its ports: nothing may come out. Errors: ViolationCause.
    void run();
    /// The description's reset and its place, for a device that seems to be in reset.
    std::string reset_hint() const;
    /// One clock cycle with unchanged pins.
    void edge();
    const rtl::PinBits& clock() const { return clock_; }

private:
    void set_constants();
    void set_ties(const std::vector<TiedPin>& ties);
    void drive();
    void check();

    const DeviceSetup& setup_;
    Device& device_;
    topo::NodeId node_;
    DevicePorts& ports_;
    PinHistory& history_;
    PinBinder binder_;
    rtl::PinBits clock_;
    rtl::PinBits reset_;
};

}  // namespace flitscope::cosim
