#pragma once

#include "rtl_models/foreign/device_model.h"
#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/pin_bits.h"

namespace flitscope::cosim {

/// The dump of a device's inside. Cycle t is the nanosecond from t on, with its clock edge at the
/// start, if there was one, and the pins at its end. Cycles in which the device sleeps are shown as
/// one.
class DeviceTrace {
public:
    /// Both outlive it.
    DeviceTrace(Device& device, rtl::PinBits& clock) : device_(device), clock_(clock) {}

    /// Of the cycles from..to-1, to `file`; the model must be traced. Before edge 0.
    void open(const std::string& file, rtl::Cycle from, rtl::Cycle to);
    /// Call it before the pins change for the cycle that ends with the coming edge; writes the
    /// cycles of sleep.
    void wake(rtl::Cycle cycle);
    /// The pins of the cycle that ends with the coming edge are there.
    void write(rtl::Cycle cycle);
    /// The edge at which `cycle` begins.
    void edge(rtl::Cycle cycle) { clocked_in_ = cycle; }
    /// Completes it.
    void close();

private:
    Device& device_;
    rtl::PinBits& clock_;
    bool begun_ = false;          ///< the values at the begin of the window are in it
    rtl::Cycle clocked_in_ = -1;  ///< the last cycle that began with a clock edge
    rtl::Cycle from_ = 0;
    rtl::Cycle to_ = 0;  ///< 0: not open
};

}  // namespace flitscope::cosim
