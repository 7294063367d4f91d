#include "rtl_models/foreign/device_violation.h"

#include <utility>

namespace flitscope::cosim {

namespace {

std::string report(ViolationKind kind, const ViolationPlace& place, const std::string& details) {
    return place.instance + ": cycle " + std::to_string(place.cycle) + ": " +
           (place.port.empty() ? "" : place.port + ": ") + violation_name(kind) +
           (details.empty() ? "" : ": " + details);
}

}  // namespace

const char* violation_name(ViolationKind kind) {
    switch (kind) {
        case ViolationKind::wrong_turn:
            return "wrong turn";
        case ViolationKind::wrong_vc:
            return "wrong VC";
        case ViolationKind::unknown_flit:
            return "unknown flit";
        case ViolationKind::length_mismatch:
            return "length mismatch";
        case ViolationKind::lost_flit:
            return "lost flit";
        case ViolationKind::duplicated_flit:
            return "duplicated flit";
        case ViolationKind::interleaved:
            return "interleaved messages";
        case ViolationKind::credit_overflow:
            return "credit overflow";
        case ViolationKind::sent_without_credit:
            return "sent without credit";
        case ViolationKind::handshake:
            return "broken handshake";
        case ViolationKind::unconnected_port:
            return "activity on an unconnected port";
        case ViolationKind::unstable_output:
            return "output changed within the cycle";
        case ViolationKind::active_after_reset:
            return "active after reset";
        case ViolationKind::too_fast:
            return "too fast";
        case ViolationKind::no_progress:
            return "no progress";
        case ViolationKind::finished:
            return "$finish";
        case ViolationKind::stopped:
            return "$stop or failed assertion";
    }
    return "";
}

DeviceViolation::DeviceViolation(ViolationKind kind, ViolationPlace place,
                                 const std::string& details,
                                 std::shared_ptr<const PinHistory> waves)
    : std::runtime_error(report(kind, place, details)),
      kind_(kind),
      place_(std::move(place)),
      waves_(std::move(waves)) {}

}  // namespace flitscope::cosim
