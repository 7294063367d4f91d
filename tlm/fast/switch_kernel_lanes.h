#pragma once

#include "tlm/fast/switch_kernel.h"

namespace flitscope::tlm {
namespace {

/// Lowest set bit of every field. `low_bits`, `guard_bits` of SwitchKernel; guard bits of x are 0.
template <typename Lanes>
inline Lanes lowest_of_fields(Lanes x, std::uint64_t low_bits, std::uint64_t guard_bits) {
    return x & ~((x | guard_bits) - low_bits);
}

/// The guard bits of the fields that are not empty.
template <typename Lanes>
inline Lanes nonempty_fields(Lanes x, std::uint64_t low_bits, std::uint64_t guard_bits) {
    return ((x | guard_bits) - low_bits) & guard_bits;
}

/// First stage: the picks of all input ports. Fields with a request at or above the pointer take
/// the lowest of these, the others their lowest request.
template <typename Lanes>
inline Lanes pick_vcs(Lanes requests, Lanes priority, const SwitchKernel& k) {
    const Lanes above = requests & priority;
    const Lanes guards = nonempty_fields(above, k.low_bits, k.guard_bits);
    const Lanes decided = guards - (guards >> k.vcs);
    return lowest_of_fields(above | (requests & ~decided), k.low_bits, k.guard_bits);
}

/// Input pointers behind the winners (at most one bit per field).
template <typename Lanes>
inline Lanes next_input_priority(Lanes priority, Lanes winners, const SwitchKernel& k) {
    const Lanes guards = nonempty_fields(winners, k.low_bits, k.guard_bits);
    const Lanes fields = guards - (guards >> k.vcs);
    // guard - 2 * winner are the bits of a field above the winner; none: the pointer is 0 again.
    return (priority & ~fields) | (guards - (winners << 1));
}

/// Output pointer behind the winner (one bit): the fields above its field.
template <typename Lanes>
inline Lanes next_output_priority(Lanes winner, const SwitchKernel& k) {
    const Lanes guards_above = -winner & k.guard_bits;
    const Lanes guard = guards_above & -guards_above;
    return -(guard << 1);
}

}  // namespace
}  // namespace flitscope::tlm
