#pragma once

#include <cstdint>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// When an output VC may be granted to a head (docs/router.md, section 5), for every level; an
/// injection port applies the same rules to the VCs of its buffer (section 8).
struct OutputVcRules {
    bool whole_messages = false;  ///< virtual cut-through, store-and-forward
    bool buffer_empty = false;    ///< vc_reuse
    bool needs_credits = false;   ///< a VC without them may not be granted

    OutputVcRules() = default;
    explicit OutputVcRules(const RouterParameters& parameters)
        : whole_messages(parameters.switching != Switching::wormhole),
          buffer_empty(parameters.vc_reuse == VcReuse::buffer_empty),
          needs_credits(whole_messages || parameters.vc_at_switch()) {}

    /// Whether the VC is free: not held, and drained if that is required.
    bool free(bool held, bool drained) const { return !held && (!buffer_empty || drained); }
    /// Whether there is room for a message of `length` flits. Where there is always a credit, the
    /// credits are kUnbounded, which is the largest number here.
    bool room(std::uint32_t credits, std::uint32_t length) const {
        return !needs_credits || credits >= (whole_messages ? length : 1);
    }
    /// The lowest of these VCs with room for it; -1: none. `credits(v)`: of VC v (VcCredits).
    template <typename Credits>
    int lowest_with_room(std::uint64_t vcs, std::uint32_t length, const Credits& credits) const {
        for (; vcs != 0; vcs &= vcs - 1) {
            const int v = __builtin_ctzll(vcs);
            if (room(static_cast<std::uint32_t>(credits(v)), length)) {
                return v;
            }
        }
        return -1;
    }
    /// Both. `credits`: as VcCredits says, kUnbounded where there is always one.
    bool grantable(bool held, int outstanding, int credits, std::uint32_t length) const {
        return free(held, outstanding == 0) && room(static_cast<std::uint32_t>(credits), length);
    }
};

}  // namespace flitscope::rtl
