#pragma once

#include <cstdint>

namespace flitscope::rtl {

/// Calls visit(vc) for every bit of a set of VCs, lowest first.
template <typename Visit>
void for_each_vc(std::uint64_t vcs, Visit visit) {
    for (; vcs != 0; vcs &= vcs - 1) {
        visit(__builtin_ctzll(vcs));
    }
}

}  // namespace flitscope::rtl
