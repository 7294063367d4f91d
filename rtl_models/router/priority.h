#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

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

/// The requests of an arbiter by their priorities, added one by one: which of them it sees.
class BestPriority {
public:
    /// One more request: below 0 if it comes before all others so far, 0 if it is equal to the best
    /// of them. Without meaning once they are not `ordered`.
    int add(std::uint16_t priority) {
        first_ = worst_ < best_ ? priority : first_;
        const int distance = static_cast<std::int16_t>(priority - first_);
        const int behind_best = distance - best_;
        best_ = std::min(best_, distance);
        worst_ = std::max(worst_, distance);
        return behind_best;
    }
    /// Whether all lie in less than half a turn: those equal to the best are seen, and no others.
    bool ordered() const { return worst_ - best_ < 0x8000; }
    /// Whether the arbiter sees a request of this priority, one of those added. `for_all(visit)`
    /// calls visit(priority) for all of them.
    template <typename ForAll>
    bool shows(std::uint16_t priority, ForAll for_all) const {
        if (ordered()) {
            return static_cast<std::int16_t>(priority - first_) == best_;
        }
        const auto hidden = [&](std::uint16_t by_others) {
            bool before = false;
            for_all([&](std::uint16_t other) { before |= comes_before(other, by_others); });
            return before;
        };
        bool all_hidden = true;
        for_all([&](std::uint16_t other) { all_hidden &= hidden(other); });
        return all_hidden || !hidden(priority);
    }

private:
    std::uint16_t first_ = 0;  ///< priority from which distances count
    int best_ = std::numeric_limits<std::int16_t>::max() + 1;
    int worst_ = std::numeric_limits<std::int16_t>::min();
};

/// What of a router cannot be with priorities, as in "with ..."; null: nothing.
const char* excluded_by_priority(const RouterParameters& router);

}  // namespace flitscope::rtl
