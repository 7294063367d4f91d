#pragma once

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// The credits of the VCs of a network output (docs/router.md, section 3), or the room of the VCs
/// of an input: whoever asks whether a VC has a credit asks this.
struct VcCredits {
    int own = 1;  ///< flits that each VC may have; kUnbounded

    explicit VcCredits(const RouterParameters& router) : own(router.buffer_flits) {}

    /// Flits of one VC at most, or kUnbounded.
    int most() const { return own; }
    /// Of VC v, or kUnbounded. `flits(w)`: outstanding flits of VC w, or those in its FIFO.
    template <typename Flits>
    int of(int v, const Flits& flits) const {
        return own == kUnbounded ? kUnbounded : own - static_cast<int>(flits(v));
    }
    /// Whether there are any.
    template <typename Flits>
    bool has(int v, const Flits& flits) const {
        return of(v, flits) != 0;
    }
};

}  // namespace flitscope::rtl
