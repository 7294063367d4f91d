#pragma once

#include "rtl_models/fast/engine/switch_kernel.h"

// The allocator, written for one router and for routers side by side in the lanes of a register.
// Included by one source per instruction set, so everything here is local to the source.

namespace flitscope::tl {
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

/// Input pointers after the winners (at most one bit per field).
template <typename Lanes>
inline Lanes next_input_priority(Lanes priority, Lanes winners, const SwitchKernel& k) {
    const Lanes guards = nonempty_fields(winners, k);
    const Lanes fields = guards - (guards >> k.vcs);
    // guard - 2 * winner are the bits of a field above the winner; none: the pointer is 0 again.
    return (priority & ~fields) | (guards - (winners << 1));
}

/// Output pointers after the winners (at most one bit): the fields above the winner's.
template <typename Lanes>
inline Lanes next_output_priority(Lanes winner, const SwitchKernel& k) {
    const Lanes guards_above = -winner & k.guard_bits;
    return -((guards_above & -guards_above) << 1);
}

inline std::size_t first_output(const SwitchKernel& k, std::size_t router) {
    constexpr std::size_t kStep = SwitchKernel::kLanes;
    return router / kStep * kStep * k.outputs + router % kStep;
}

/// Requests for outputs whose link is closed.
inline std::uint64_t closed_requests(const SwitchKernel& k, std::size_t router) {
    std::uint64_t closed = 0;
    for (std::size_t o = 0; k.open != nullptr && o < k.outputs; ++o) {
        const std::size_t output = first_output(k, router) + o * SwitchKernel::kLanes;
        closed |= k.requests[output] & ~k.open[output];
    }
    return closed;
}

/// Which requests arbiters see.
struct SeesAll {
    /// Of an arbiter per field.
    std::uint64_t by_field(std::uint64_t requests) const { return requests; }
    /// Of one arbiter.
    std::uint64_t of_one(std::uint64_t requests) const { return requests; }
};

/// The allocator for one router; reads only the outputs that get a pick.
template <typename Sees = SeesAll>
inline std::uint32_t* allocate_router(const SwitchKernel& k, std::size_t router,
                                      std::uint32_t* grants, const Sees& sees = {}) {
    const std::uint64_t requests = sees.by_field(k.of_router[router] & ~closed_requests(k, router));
    const std::uint64_t input_priority = k.input_priority[router];
    const std::uint32_t first = k.first_input_vc[router];
    std::uint64_t picks = pick_vcs(requests, input_priority, k);
    std::uint64_t winners = 0;
    while (picks != 0) {
        const std::uint32_t output =
            k.input_vcs[first + k.local_of_bit[__builtin_ctzll(picks)]].output;
        const std::uint64_t candidates = picks & k.requests[output];
        const std::uint64_t seen = sees.of_one(candidates);
        const std::uint64_t above = seen & k.output_priority[output];
        const std::uint64_t eligible = above != 0 ? above : seen;
        const std::uint64_t winner = eligible & -eligible;
        k.output_priority[output] = next_output_priority(winner, k);
        *grants++ = first + k.local_of_bit[__builtin_ctzll(winner)];
        winners |= winner;
        picks ^= candidates;
    }
    k.input_priority[router] = next_input_priority(input_priority, winners, k);
    return grants;
}

/// The same for Set::kWidth routers from `router` on, whose requests are `all`; looks at all
/// outputs. `kOutputs`: outputs per router, 0: as the kernel says. Set is the instruction set:
///   Lanes                       one word per router; has the operators of an integer
///   load, store
///   nonzero(x)                  bit mask of the lanes that are not 0
///   select(mask, a, b)          a in the lanes of the mask, else b
///   append(...)                 writes the input VCs of one bit per lane, returns the new end
///   few(outputs)                up to so many busy lanes one router after the other is faster
template <typename Set, std::size_t kOutputs>
inline std::uint32_t* allocate_lanes(const SwitchKernel& k, std::size_t router,
                                     typename Set::Lanes all, std::uint32_t* grants) {
    using Lanes = typename Set::Lanes;
    constexpr std::size_t kStep = SwitchKernel::kLanes;
    const std::size_t outputs = kOutputs != 0 ? kOutputs : k.outputs;
    const std::size_t first = router / kStep * kStep * outputs + router % kStep;
    const std::uint64_t* const requested = k.requests + first;
    std::uint64_t* const output_priority = k.output_priority + first;
    Lanes requests = all;
    if (k.open != nullptr) {
        for (std::size_t o = 0; o < outputs; ++o) {
            requests &=
                ~(Set::load(requested + o * kStep) & ~Set::load(k.open + first + o * kStep));
        }
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
    // As many rounds as the busiest router has winners, mostly one or two. Two are always done,
    // because a branch on the second would be predicted badly.
    auto mask = Set::nonzero(winners);
    for (int round = 0; round < 2 || mask != 0; ++round) {
        const Lanes winner = winners & -winners;
        grants = Set::append(k, router, winner, mask, grants);
        winners ^= winner;
        mask = Set::nonzero(winners);
    }
    return grants;
}

template <typename Set, std::size_t kOutputs>
inline std::size_t allocate_blocks(const SwitchKernel& kernel, std::size_t first_block,
                                   std::size_t last_block, std::uint32_t* grants) {
    const std::uint32_t* const begin = grants;
    const int few = kernel.open != nullptr ? 0 : Set::few(kernel.outputs);
    for (std::size_t router = first_block * SwitchKernel::kLanes;
         router < last_block * SwitchKernel::kLanes; router += Set::kWidth) {
        const typename Set::Lanes requests = Set::load(kernel.of_router + router);
        unsigned busy = Set::nonzero(requests);
        if (__builtin_popcount(busy) > few) {
            grants = allocate_lanes<Set, kOutputs>(kernel, router, requests, grants);
            continue;
        }
        for (; busy != 0; busy &= busy - 1) {
            const auto lane = static_cast<std::size_t>(__builtin_ctz(busy));
            grants = allocate_router(kernel, router + lane, grants);
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
}  // namespace flitscope::tl
