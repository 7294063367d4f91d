#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"
#include "rtl_models/router/allocators/switch_allocation.h"

namespace flitscope::rtl {

/// Working an arbiter off request by request: the pick so far stays or yields to the next requester
/// in the arbiter's order. The result is the grant over all of them, at a cost in proportion to the
/// requests instead of to the arbiters and their sizes.

constexpr std::int32_t kNoPick = -1;

/// Requester `candidate` asks arbiter `which`; picks[which] is the best one so far.
inline void offer_pick(const ArbiterBank& arbiters, std::vector<std::int32_t>& picks,
                       std::int32_t which, std::int32_t candidate) {
    std::int32_t& pick = picks[static_cast<std::size_t>(which)];
    if (pick == kNoPick ||
        arbiters.precedes(static_cast<std::size_t>(which), static_cast<std::uint32_t>(candidate),
                          static_cast<std::uint32_t>(pick))) {
        pick = candidate;
    }
}

/// The grant of arbiter `which` to `winner` is used.
inline void update_pick(ArbiterBank& arbiters, std::int32_t which, std::int32_t winner) {
    arbiters.update(static_cast<std::size_t>(which), static_cast<std::uint32_t>(winner));
}

/// Forgets the picks at the ports that `request` touches.
inline void clear_picks(const SwitchRequest& request, std::vector<std::int32_t>& input_pick,
                        std::vector<std::int32_t>& output_pick) {
    input_pick[static_cast<std::size_t>(request.input)] = kNoPick;
    for (const std::int32_t output : request.output) {
        if (output >= 0) {
            output_pick[static_cast<std::size_t>(output)] = kNoPick;
        }
    }
}

}  // namespace flitscope::rtl
