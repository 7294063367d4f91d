#pragma once

#include <cstdint>

namespace flitscope::rtl {

/// A bit per VC of a port; bit v: VC v.
using VcMask = std::uint64_t;
/// A bit per crossbar input (crossbar_inputs.h), for the crossbar's select. This limits a router to
/// 64 of them.
using InputMask = std::uint64_t;
constexpr int kMaxInputs = 64;

inline VcMask vc_bit(int v) { return VcMask{1} << v; }
inline std::uint64_t count_vcs(VcMask vcs) {
    return static_cast<std::uint64_t>(__builtin_popcountll(vcs));
}
/// Calls visit(v) for every bit, lowest first.
template <typename Visit>
void for_each_bit(std::uint64_t bits, Visit visit) {
    for (; bits != 0; bits &= bits - 1) {
        visit(__builtin_ctzll(bits));
    }
}

}  // namespace flitscope::rtl
