#pragma once

#include <cstdint>

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/router/vc_mask.h"

namespace flitscope::rtl {

/// When an output VC may be granted to a head (docs/router.md, section 5), for every level; an
/// injection port applies the same rules to the VCs of its buffer (section 8).
struct OutputVcRules {
    bool whole_messages = false;         ///< virtual cut-through, store-and-forward
    bool buffer_empty = false;           ///< vc_reuse
    bool needs_credits = false;          ///< a VC without them may not be granted
    VcChoice choice = VcChoice::lowest;  ///< among those that may be

    OutputVcRules() = default;
    explicit OutputVcRules(const RouterParameters& parameters)
        : whole_messages(parameters.switching != Switching::wormhole),
          buffer_empty(parameters.vc_reuse == VcReuse::buffer_empty),
          needs_credits(whole_messages || parameters.vc_at_switch()),
          choice(parameters.vc_choice) {}

    /// Whether chosen() asks for flits outstanding or credits.
    bool looks_at_flits() const { return needs_credits || choice == VcChoice::most_credits; }
    /// Whether the VC is free: not held, and drained if that is required.
    bool free(bool held, bool drained) const { return !held && (!buffer_empty || drained); }
    /// Whether there is room for a message of `length` flits. Where there is always a credit, the
    /// credits are kUnbounded, which is the largest number here.
    bool room(std::uint32_t credits, std::uint32_t length) const {
        return !needs_credits || credits >= (whole_messages ? length : 1);
    }
    /// Which of these VCs, free ones of a class, is asked for: one with room for the message; -1:
    /// none has. `passed`: those that the pointer of the class has passed (vc_choice.h).
    /// `outstanding(v)`, `credits(v)`: of VC v (VcCredits).
    template <typename Outstanding, typename Credits>
    int chosen(VcMask vcs, VcMask passed, std::uint32_t length, const Outstanding& outstanding,
               const Credits& credits) const {
        if (choice == VcChoice::most_credits) {
            const int v = fewest(vcs, outstanding);
            return v >= 0 && has_room(v, length, credits) ? v : -1;
        }
        const int ahead = lowest_with_room(vcs & ~passed, length, credits);
        return ahead >= 0 ? ahead : lowest_with_room(vcs & passed, length, credits);
    }
    /// The lowest of those with the fewest flits outstanding; -1: there are none.
    template <typename Outstanding>
    static int fewest(VcMask vcs, const Outstanding& outstanding) {
        int best = -1;
        std::uint32_t least = 0;
        for_each_bit(vcs, [&](int v) {
            const auto flits = static_cast<std::uint32_t>(outstanding(v));
            if (best < 0 || flits < least) {
                best = v;
                least = flits;
            }
        });
        return best;
    }
    /// Both. `credits`: as VcCredits says, kUnbounded where there is always one.
    bool grantable(bool held, int outstanding, int credits, std::uint32_t length) const {
        return free(held, outstanding == 0) && room(static_cast<std::uint32_t>(credits), length);
    }

private:
    template <typename Credits>
    bool has_room(int v, std::uint32_t length, const Credits& credits) const {
        return !needs_credits || room(static_cast<std::uint32_t>(credits(v)), length);
    }
    template <typename Credits>
    int lowest_with_room(VcMask vcs, std::uint32_t length, const Credits& credits) const {
        for (; vcs != 0; vcs &= vcs - 1) {
            const int v = __builtin_ctzll(vcs);
            if (has_room(v, length, credits)) {
                return v;
            }
        }
        return -1;
    }
};

}  // namespace flitscope::rtl
