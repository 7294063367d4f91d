#pragma once

#include <functional>
#include <string>

#include "rtl_models/foreign/device_model.h"
#include "rtl_models/foreign/device_violation.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::cosim {

/// What one device says: its lines with instance and cycle, and how it ends.
class DeviceConsole {
public:
    using Print = std::function<void(const std::string& line)>;

    DeviceConsole(std::string instance, Print print);

    /// Prints what was said in `cycle`. ViolationCause for $finish, $stop and failed assertions.
    void hear(Device& device, rtl::Cycle cycle);
    /// Something about the device that its user should know.
    void warn(const std::string& what, rtl::Cycle cycle) const;

    /// What ends the run in place of `found`, if the device has said so since: that its models
    /// differ accuses nobody.
    static ViolationCause real_cause(Device& device, const ViolationCause& found);

private:
    std::string instance_;
    Print print_;
    int lines_ = 0;  ///< printed so far
};

}  // namespace flitscope::cosim
