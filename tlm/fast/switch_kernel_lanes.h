#pragma once

#include "tlm/fast/switch_kernel.h"

// The allocator, written once for routers side by side in the lanes of a register. Included by one
// source per instruction set, so everything here is local to the source.

namespace flitscope::tlm {
namespace {

/// The guard bits of the fields that are not empty. Guard bits of x are 0.
template <typename Lanes>
inline Lanes nonempty_fields(Lanes x, const SwitchKernel& k) {
    return ((x | k.guard_bits) - k.low_bits) & k.guard_bits;
}

/// First stage: the picks of all input ports. Fields with a request at or above the pointer take
/// the lowest of these, the others their lowest request.
template <typename Lanes>
inline Lanes pick_vcs(Lanes requests, Lanes priority, const SwitchKernel& k) {
    const Lanes above = requests & priority;
    const Lanes guards = nonempty_fields(above, k);
    const Lanes decided = guards - (guards >> k.vcs);
    const Lanes eligible = above | (requests & ~decided);
    return eligible & ~((eligible | k.guard_bits) - k.low_bits);
}

/// Input pointers behind the winners (at most one bit per field).
template <typename Lanes>
inline Lanes next_input_priority(Lanes priority, Lanes winners, const SwitchKernel& k) {
    const Lanes guards = nonempty_fields(winners, k);
    const Lanes fields = guards - (guards >> k.vcs);
    // guard - 2 * winner are the bits of a field above the winner; none: the pointer is 0 again.
    return (priority & ~fields) | (guards - (winners << 1));
}

/// Output pointers behind the winners (at most one bit): the fields above the winner's.
template <typename Lanes>
inline Lanes next_output_priority(Lanes winner, const SwitchKernel& k) {
    const Lanes guards_above = -winner & k.guard_bits;
    return -((guards_above & -guards_above) << 1);
}

/// The allocator for Set::kWidth routers from `router` on. `kOutputs`: outputs per router, 0: as
/// the kernel says. Set is the instruction set:
///   Lanes                       one word per router; has the operators of an integer
///   load, store
///   nonzero(x)                  Mask of the lanes that are not 0
///   select(mask, a, b)          a in the lanes of the mask, else b
///   append(...)                 writes the input VCs of one bit per lane, returns the new end
///   set_busy(busy, mask)        a byte per lane
template <typename Set, std::size_t kOutputs>
inline std::uint32_t* allocate_group(const SwitchKernel& k, std::size_t router,
                                     std::uint32_t* grants) {
    using Lanes = typename Set::Lanes;
    constexpr std::size_t kStep = SwitchKernel::kLanes;
    const std::size_t outputs = kOutputs != 0 ? kOutputs : k.outputs;
    const std::size_t first = router / kStep * kStep * outputs + router % kStep;
    const std::uint64_t* const requested = k.requests + first;
    std::uint64_t* const output_priority = k.output_priority + first;
    Lanes requests = Set::load(requested);
    for (std::size_t o = 1; o < outputs; ++o) {
        requests |= Set::load(requested + o * kStep);
    }
    Lanes blocked = requests ^ requests;
    if (k.open != nullptr) {
        for (std::size_t o = 0; o < outputs; ++o) {
            blocked |= Set::load(requested + o * kStep) & ~Set::load(k.open + first + o * kStep);
        }
        requests &= ~blocked;
    }
    const Lanes input_priority = Set::load(k.input_priority + router);
    const Lanes picks = pick_vcs(requests, input_priority, k);
    Lanes winners = requests ^ requests;
    for (std::size_t o = 0; o < outputs; ++o) {
        // A pick requests one output only, and none that is closed.
        const Lanes candidates = picks & Set::load(requested + o * kStep);
        const Lanes priority = Set::load(output_priority + o * kStep);
        const Lanes above = candidates & priority;
        const Lanes eligible = Set::select(Set::nonzero(above), above, candidates);
        const Lanes winner = eligible & -eligible;
        winners |= winner;
        Set::store(output_priority + o * kStep,
                   Set::select(Set::nonzero(winner), next_output_priority(winner, k), priority));
    }
    Set::store(k.input_priority + router, next_input_priority(input_priority, winners, k));
    Set::set_busy(k.busy + router, Set::nonzero((requests & ~winners) | blocked));
    for (auto mask = Set::nonzero(winners); mask != 0; mask = Set::nonzero(winners)) {
        const Lanes winner = winners & -winners;
        grants = Set::append(k, router, winner, mask, grants);
        winners ^= winner;
    }
    return grants;
}

template <typename Set, std::size_t kOutputs>
inline std::size_t allocate_blocks(const SwitchKernel& kernel, std::size_t first_block,
                                   std::size_t last_block, std::uint32_t* grants) {
    const std::uint32_t* const begin = grants;
    for (std::size_t block = first_block; block < last_block; ++block) {
        const std::uint8_t* const busy = kernel.busy + block * SwitchKernel::kLanes;
        std::uint64_t any = 0;
        __builtin_memcpy(&any, busy, sizeof any);
        if (any == 0) {
            continue;
        }
        for (std::size_t lane = 0; lane < SwitchKernel::kLanes; lane += Set::kWidth) {
            typename Set::BusyBytes bytes;
            __builtin_memcpy(&bytes, busy + lane, sizeof bytes);
            if (bytes != 0) {
                grants = allocate_group<Set, kOutputs>(kernel, block * SwitchKernel::kLanes + lane,
                                                       grants);
            }
        }
    }
    return static_cast<std::size_t>(grants - begin);
}

template <typename Set>
inline std::size_t allocate_switch(const SwitchKernel& kernel, std::size_t first_block,
                                   std::size_t last_block, std::uint32_t* grants) {
    if (kernel.outputs == 5) {  // two-dimensional meshes
        return allocate_blocks<Set, 5>(kernel, first_block, last_block, grants);
    }
    return allocate_blocks<Set, 0>(kernel, first_block, last_block, grants);
}

}  // namespace
}  // namespace flitscope::tlm
