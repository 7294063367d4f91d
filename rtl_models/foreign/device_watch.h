#pragma once

#include "rtl_models/foreign/device_ports.h"
#include "rtl_models/foreign/resident_messages.h"

namespace flitscope::cosim {

/// Whether one device may sleep, and whether its messages move.
class DeviceWatch {
public:
    /// All outlive it.
    DeviceWatch(const DeviceSetup& setup, Device& device, const DevicePorts& ports,
                ResidentMessages& messages);

    /// Call it at the end of edge `cycle`. ViolationCause: no progress.
    void look(rtl::Cycle cycle);
    /// Cycles until look() knows of the messages that could have moved for a period and did not;
    /// 0: there are none.
    rtl::Cycle suspense() const;
    /// Something arrived.
    void wake() { idle_ = false; }
    /// Without arrivals, no edge would change anything.
    bool idle() const { return idle_; }

private:
    /// Cycles between two looks.
    int period() const;

    const DeviceDescription& description_;
    const DevicePorts& ports_;
    ResidentMessages& messages_;
    rtl::PinBits idle_pin_;
    int quiet_cycles_ = 0;
    bool idle_ = false;
};

}  // namespace flitscope::cosim
