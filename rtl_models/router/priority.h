#pragma once

#include <cstdint>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// The priority of a message (docs/router.md, section 7, "Priorities"): its class, or the low 16
/// bits of the edge at which it joined its source queue. 0 without priorities.
inline std::uint16_t priority_of(Priority by, std::int64_t joined, std::uint8_t message_class) {
    return by == Priority::age             ? static_cast<std::uint16_t>(joined)
           : by == Priority::message_class ? message_class
                                           : std::uint16_t{0};
}

/// Whether a message of priority `a` comes before one of priority `b`: (b - a) mod 2^16 lies in
/// 1..2^15 - 1. Not transitive.
inline bool comes_before(std::uint16_t a, std::uint16_t b) {
    return static_cast<std::uint16_t>(b - a - 1) < 0x7FFF;
}

/// What of a router cannot be with priorities, as in "with ..."; null: nothing.
const char* excluded_by_priority(const RouterParameters& router);

}  // namespace flitscope::rtl
