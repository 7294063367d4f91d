#pragma once

#include <vector>

#include "rtl_models/router/decision_kinds.h"

namespace flitscope {

/// The kinds of VC allocators, without at_switch, which has none.
inline std::vector<rtl::ListedKind<rtl::VcAllocatorKind>> vc_allocators() {
    std::vector<rtl::ListedKind<rtl::VcAllocatorKind>> all;
    for (const auto& each : rtl::kinds<rtl::VcAllocatorKind>()) {
        if (each.value != rtl::VcAllocatorKind::at_switch) {
            all.push_back(each);
        }
    }
    return all;
}

}  // namespace flitscope
