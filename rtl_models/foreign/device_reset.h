#pragma once

#include "rtl_models/foreign/device_ports.h"

namespace flitscope::cosim {

/// Clock, reset and constants of one device: everything before edge 0.
class DeviceReset {
public:
    /// All outlive it.
    DeviceReset(const DeviceSetup& setup, Device& device, topo::NodeId node, DevicePorts& ports);

    /// Resets the device as the description has it and looks at its ports: nothing may come out.
    /// Errors: ViolationCause.
    void run();
    /// One clock cycle with the pins as they are.
    void edge();
    PinBits& clock() { return clock_; }

private:
    void set_constants();
    void set_ties(const std::vector<TiedPin>& ties);
    void drive();
    void check();

    const DeviceSetup& setup_;
    Device& device_;
    topo::NodeId node_;
    DevicePorts& ports_;
    PinBinder binder_;
    PinBits clock_;
    PinBits reset_;
};

}  // namespace flitscope::cosim
