#include "rtl_models/foreign/device_watch.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitscope::cosim {

DeviceWatch::DeviceWatch(const DeviceSetup& setup, Device& device, const DevicePorts& ports,
                         ResidentMessages& messages)
    : description_(setup.description), ports_(ports), messages_(messages) {
    if (!description_.idle.empty()) {
        idle_pin_ = PinBinder(setup.model->pins(), device).whole(description_.idle);
    }
}

void DeviceWatch::look(rtl::Cycle cycle) {
    const DeviceDescription& d = description_;
    const bool quiet = messages_.empty() && ports_.quiet();
    quiet_cycles_ = quiet ? quiet_cycles_ + 1 : 0;
    idle_ = quiet && (idle_pin_.exists() ? (idle_pin_.read() != 0) == d.idle_high
                                         : d.quiet_after != 0 && quiet_cycles_ >= d.quiet_after);
    if (quiet || cycle % period() != 0) {
        return;
    }
    const rtl::Flit* const stuck =
        messages_.stuck([this](int output, int vc) { return ports_.has_credit(output, vc); });
    if (stuck != nullptr) {
        throw ViolationCause(
            ViolationKind::no_progress,
            fmt::format("message {} from {} to {} has not moved for {} cycles, though its output "
                        "has room",
                        stuck->message, stuck->source, stuck->destination, d.watchdog));
    }
}

rtl::Cycle DeviceWatch::suspense() const {
    const int looks = messages_.looks_to_go();
    return looks == 0 ? 0 : static_cast<rtl::Cycle>(looks) * period() + 1;
}

int DeviceWatch::period() const {
    return std::max(1, description_.watchdog / ResidentMessages::kSamples);
}

}  // namespace flitscope::cosim
