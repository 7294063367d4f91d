#include "rtl_models/foreign/device_violation.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace flitscope::cosim {

namespace {

std::string report(const ViolationCause& cause, const std::string& instance, rtl::Cycle cycle,
                   const std::string& hint) {
    const std::string details = cause.what() + hint;
    return fmt::format("{}: cycle {}: {}{}{}{}{}", instance, cycle, cause.port(),
                       cause.port().empty() ? "" : ": ", violation_name(cause.kind()),
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

DeviceViolation::DeviceViolation(const ViolationCause& cause, const std::string& instance,
                                 rtl::Cycle cycle, const std::string& hint,
                                 std::shared_ptr<const rtl::ViolationWaves> waves, std::string note)
    : Violation(report(cause, instance, cycle, hint), cycle, cause.port(), std::move(waves),
                std::move(note)),
      kind_(cause.kind()) {}

}  // namespace flitscope::cosim
