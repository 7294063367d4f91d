#pragma once

#include <algorithm>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// The credits of the VCs of a network output (docs/router.md, section 3), or the room of the VCs
/// of an input: whoever asks whether a VC has a credit asks this.
struct VcCredits {
    int vcs = 1;     ///< V
    int own = 1;     ///< flits that each VC may have for itself: r or B, or kUnbounded
    int shared = 0;  ///< ... that all may have together beyond these: S; 0: private buffers

    /// Of network ports; those of injection ports are private.
    explicit VcCredits(const RouterParameters& router, bool network = true)
        : VcCredits(router.virtual_channels, router.buffer_flits, 0) {
        if (network && router.shares_buffers()) {
            own = router.reserved;
            shared = vcs * (router.buffer_flits - own);
        }
    }

    /// `most`: flits of one VC at most, or kUnbounded; `shared_flits` of them are for all VCs.
    VcCredits(int all_vcs, int most, int shared_flits)
        : vcs(all_vcs), own(most - shared_flits), shared(shared_flits) {}

    /// Flits of one VC at most, or kUnbounded.
    int most() const { return own == kUnbounded ? kUnbounded : own + shared; }
    /// The part of the shared ones that a VC with so many flits takes.
    int taken_by(int flits) const { return own == kUnbounded ? 0 : std::max(0, flits - own); }
    /// Of VC v, or kUnbounded. `flits(w)`: outstanding flits of VC w, or those in its FIFO.
    template <typename Flits>
    int of(int v, const Flits& flits) const {
        if (own == kUnbounded) {
            return kUnbounded;
        }
        int left = shared;
        for (int w = 0; w < vcs && shared > 0; ++w) {
            left -= taken_by(static_cast<int>(flits(w)));
        }
        return std::max(0, own - static_cast<int>(flits(v))) + left;
    }
    /// Whether there are any.
    template <typename Flits>
    bool has(int v, const Flits& flits) const {
        return of(v, flits) != 0;
    }
};

}  // namespace flitscope::rtl
