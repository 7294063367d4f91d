#pragma once

#include "rtl_models/signal/bundles/bundle_fields.h"

namespace flitscope::rtl {

/// What a credit wire carries in one cycle: bit v set = one slot of VC v was freed. 0: nothing.
struct Credit {
    VcMask vcs = 0;

    bool valid() const { return vcs != 0; }

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("", &Credit::vcs, PinWidth::vcs);
    }
};

}  // namespace flitscope::rtl
