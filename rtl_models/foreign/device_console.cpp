#include "rtl_models/foreign/device_console.h"

#include <fmt/format.h>

#include <utility>

namespace flitscope::cosim {

namespace {

constexpr int kMostLines = 1000;  ///< that one device may print

}  // namespace

DeviceConsole::DeviceConsole(std::string instance, Print print)
    : instance_(std::move(instance)), print_(std::move(print)) {}

void DeviceConsole::hear(Device& device, rtl::Cycle cycle) {
    for (const DeviceRemark& remark : device.take_remarks()) {
        switch (remark.kind) {
            case DeviceRemark::Kind::text:
                if (lines_++ < kMostLines) {
                    print_(fmt::format("{}: cycle {}: {}{}", instance_, cycle, remark.text,
                                       lines_ == kMostLines
                                           ? "\n(this device's further lines are left out)"
                                           : ""));
                }
                break;
            case DeviceRemark::Kind::finish:
                throw ViolationCause(ViolationKind::finished, remark.text);
            case DeviceRemark::Kind::stop:
            case DeviceRemark::Kind::fatal:
                throw ViolationCause(ViolationKind::stopped, remark.text);
            case DeviceRemark::Kind::differs:
                throw ViolationCause(ViolationKind::models_differ, remark.text);
        }
    }
}

ViolationCause DeviceConsole::real_cause(Device& device, const ViolationCause& found) {
    for (const DeviceRemark& remark : device.take_remarks()) {
        if (remark.kind == DeviceRemark::Kind::differs) {
            return {ViolationKind::models_differ, remark.text};
        }
    }
    return found;
}

void DeviceConsole::warn(const std::string& what, rtl::Cycle cycle) const {
    print_(fmt::format("flitscope: warning: {}: cycle {}: {}", instance_, cycle, what));
}

}  // namespace flitscope::cosim
