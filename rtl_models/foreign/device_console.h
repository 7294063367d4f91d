#pragma once

#include <functional>
#include <string>

#include "rtl_models/foreign/device_model.h"
#include "rtl_models/foreign/device_violation.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::cosim {

/// The output of one device: its lines with instance and cycle, and how it ends.
class DeviceConsole {
public:
    using Print = std::function<void(const std::string& line)>;

    DeviceConsole(std::string instance, Print print);

    /// Prints the output of `cycle`. ViolationCause for $finish, $stop and failed assertions.
    void hear(Device& device, rtl::Cycle cycle);
    /// A remark about the device for its user.
    void warn(const std::string& what, rtl::Cycle cycle) const;

    /// The cause that ends the run instead of `found`, if the device has reported one since: if its
    /// models differ, the device is not blamed.
    static ViolationCause real_cause(Device& device, const ViolationCause& found);

private:
    std::string instance_;
    Print print_;
    int lines_ = 0;  ///< printed so far
};

}  // namespace flitscope::cosim
