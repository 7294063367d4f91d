#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/router/allocators/switch_allocation.h"

namespace flitscope::rtl {

/// Keeps the used ones of the grants of a speculative switch allocator (docs/router.md, section 6,
/// "Speculation"), and calls waste(grant) for the wasted ones. `masked(grant)`: it falls to the
/// other allocator; `usable(grant)`: its head got its VC in this cycle, and the VC has a credit.
template <typename Masked, typename Usable, typename Waste>
void keep_used(std::vector<SwitchGrant>& grants, const Masked& masked, const Usable& usable,
               const Waste& waste) {
    const auto falls = [&](const SwitchGrant& grant) {
        if (masked(grant)) {
            return true;
        }
        if (!usable(grant)) {
            waste(grant);
            return true;
        }
        return false;
    };
    grants.erase(std::remove_if(grants.begin(), grants.end(), falls), grants.end());
}

}  // namespace flitscope::rtl
