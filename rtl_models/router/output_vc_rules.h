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
    /// Whether there is room for a message of `length` flits. Not used for outputs that always have
    /// a credit.
    bool room(std::uint32_t credits, std::uint32_t length) const {
        return !needs_credits || credits >= (whole_messages ? length : 1);
    }
    /// The lowest of these VCs with room for it; -1: none. `capacity`: flits of the buffer behind
    /// each, kUnbounded for one that never fills. `outstanding(v)` is called only without that.
    template <typename Outstanding>
    int lowest_with_room(std::uint64_t vcs, int capacity, std::uint32_t length,
                         const Outstanding& outstanding) const {
        for (; vcs != 0; vcs &= vcs - 1) {
            const int v = __builtin_ctzll(vcs);
            if (capacity == kUnbounded ||
                room(static_cast<std::uint32_t>(capacity) - outstanding(v), length)) {
                return v;
            }
        }
        return -1;
    }
    /// Both. `capacity`: flits of the buffer behind it, kUnbounded for one that never fills.
    bool grantable(bool held, int outstanding, int capacity, std::uint32_t length) const {
        return free(held, outstanding == 0) &&
               (capacity == kUnbounded ||
                room(static_cast<std::uint32_t>(capacity - outstanding), length));
    }
};

}  // namespace flitscope::rtl
