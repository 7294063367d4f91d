#pragma once

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {
namespace {  // as SeesAll

/// What the arbiters of switch allocation see of a request word with priorities (SeesAll).
struct SeesTheBest {
    const std::uint16_t* priorities;  ///< of the word
    const SwitchKernel& kernel;

    std::uint64_t by_field(std::uint64_t requests) const {
        std::uint64_t seen = requests;
        // Fields are looked at only where there is more than the lowest request.
        std::uint64_t more = requests & ((requests | kernel.guard_bits) - kernel.low_bits);
        while (more != 0) {
            const std::uint64_t above = kernel.guard_bits & -(more & -more);
            const std::uint64_t guard = above & -above;
            const std::uint64_t field = guard - (guard >> kernel.vcs);
            seen &= seen_of(requests & field, priorities) | ~field;
            more &= ~field;
        }
        return seen;
    }
    std::uint64_t of_one(std::uint64_t requests) const { return seen_of(requests, priorities); }
};

/// Whether the arbiters see all requests of a request word, or the best.
template <bool kPriorities>
auto sight(const EngineState& state, std::uint32_t word) {
    if constexpr (kPriorities) {
        return SeesTheBest{state.priorities->of_word(word), state.switch_kernel};
    } else {
        return SeesAll{};
    }
}

/// offer(p*V + v) for the picks of a router's inputs that the arbiters of their outputs see.
/// `for_picks(visit)` calls visit(p*V + v) for all of them.
template <bool kPriorities, typename ForPicks, typename Offer>
void offer_seen(EngineState& state, std::uint32_t router, ForPicks for_picks, Offer offer) {
    if constexpr (kPriorities) {
        Priorities& priorities = *state.priorities;
        const InputVc* const vcs = &state.input_vcs[state.layout.first_input_vc[router]];
        for_picks([&](std::uint32_t local) {
            const InputVc& vc = vcs[local];
            priorities.wide.add(state.layout.output_port(vc.output), local, priorities.of(vc));
        });
        priorities.wide.take_seen(
            [&](std::uint32_t /*port*/, std::uint32_t local) { offer(local); });
    } else {
        for_picks(offer);
    }
}

}  // namespace
}  // namespace flitscope::tl
