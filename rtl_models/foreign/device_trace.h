#pragma once

#include "rtl_models/foreign/device_model.h"
#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/pin_bits.h"

namespace flitscope::cosim {

/// The dump that a device writes of its own inside. Cycle t is the nanosecond from t on, with its
/// clock edge at the begin if there was one and the pins as they are at its end; cycles that are
/// slept through show as one.
class DeviceTrace {
public:
    /// Both outlive it.
    DeviceTrace(Device& device, rtl::PinBits& clock) : device_(device), clock_(clock) {}

    /// Of the cycles from..to-1, to `file`; the model must be traced. Before edge 0.
    void open(const std::string& file, rtl::Cycle from, rtl::Cycle to);
    /// Before the pins change for the cycle that ends with the coming edge: what was slept through.
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
