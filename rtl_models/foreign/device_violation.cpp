#include "rtl_models/foreign/device_violation.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "rtl_models/foreign/pin_history.h"

namespace flitscope::cosim {

namespace {

std::string report(ViolationKind kind, const ViolationPlace& place, const std::string& details) {
    return fmt::format("{}: cycle {}: {}{}{}{}{}", place.instance, place.cycle, place.port,
                       place.port.empty() ? "" : ": ", violation_name(kind),
                       details.empty() ? "" : ": ", details);
}

}  // namespace

const char* violation_name(ViolationKind kind) {
    static constexpr const char* kNames[] = {// by value
                                             "wrong turn",
                                             "wrong VC",
                                             "unknown flit",
                                             "length mismatch",
                                             "lost flit",
                                             "duplicated flit",
                                             "interleaved messages",
                                             "credit overflow",
                                             "sent without credit",
                                             "broken handshake",
                                             "activity on an unconnected port",
                                             "output changed within the cycle",
                                             "active after reset",
                                             "too fast",
                                             "wrong data",
                                             "no progress",
                                             "$finish",
                                             "$stop or failed assertion",
                                             "models differ"};
    static_assert(std::size(kNames) == static_cast<std::size_t>(ViolationKind::models_differ) + 1);
    return kNames[static_cast<std::size_t>(kind)];
}

DeviceViolation::DeviceViolation(ViolationKind kind, ViolationPlace place,
                                 const std::string& details,
                                 std::shared_ptr<const PinHistory> waves, std::string note)
    : Violation(report(kind, place, details), place.cycle, place.port, waves, std::move(note)),
      kind_(kind),
      place_(std::move(place)),
      waves_(std::move(waves)) {}

}  // namespace flitscope::cosim
