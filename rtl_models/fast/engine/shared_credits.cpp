#include "rtl_models/fast/engine/shared_credits.h"

#include "rtl_models/fast/engine/stages.h"

namespace flitscope::tl {

namespace {

/// Calls visit(output VC) for the VCs of the output of one of them.
template <typename Visit>
void for_each_of_output(const EngineState& state, std::uint32_t output_vc, Visit visit) {
    const std::uint32_t first = output_vc - output_vc % state.layout.vcs;
    for (std::uint32_t v = first; v < first + state.layout.vcs; ++v) {
        visit(v);
    }
}

/// Heads wait for a VC of the output of this one, and whether it has a credit decides which.
void wake_heads(EngineState& state, std::uint32_t output_vc) {
    const std::uint32_t output = state.layout.feeder[output_vc / state.layout.vcs];
    if (state.traits.rules.needs_credits && heads_wait(state, output)) {
        wake_vc_allocation(state, output);
    }
}

/// Somebody else has taken the last credit of the VC.
void lose_credit(EngineState& state, std::uint32_t output_vc) {
    OutputVc& loser = state.output_vcs[output_vc];
    if (--loser.credits != 0) {
        return;
    }
    if (loser.holder == kNone) {
        wake_heads(state, output_vc);
        return;
    }
    InputVc& holder = state.input_vcs[loser.holder];
    if (holder.gate != 0) {  // else it requests nothing yet, or is a branch
        holder.gate = 0;
        state.requests.write([&](auto requests) { requests.keep(holder, 0); });
    }
}

void gain_credit(EngineState& state, std::uint32_t output_vc) {
    OutputVc& gainer = state.output_vcs[output_vc];
    if (gainer.credits++ != 0) {
        return;
    }
    if (gainer.holder == kNone) {
        wake_heads(state, output_vc);
    } else {
        first_credit(state, gainer.holder);
    }
}

}  // namespace

SharedCredits::SharedCredits(const rtl::RouterParameters& router, const EngineLayout& layout,
                             LargeArray<OutputVc>& output_vcs)
    : slots(router), outstanding(layout.output_vcs, 0) {
    for (std::uint32_t id = 0; id < layout.input_vcs; ++id) {
        if (layout.class_of_input[id / layout.vcs] != 0) {  // from a link
            output_vcs[id].credits = static_cast<std::uint32_t>(slots.most());
        }
    }
}

void share_sent_flit(EngineState& state, std::uint32_t output_vc) {
    SharedCredits& shared = *state.shared_credits;
    if (shared.outstanding[output_vc]++ < static_cast<std::uint32_t>(shared.slots.own)) {
        return;
    }
    for_each_of_output(state, output_vc, [&](std::uint32_t other) {
        if (other != output_vc) {
            lose_credit(state, other);
        }
    });
}

void share_granted_flits(EngineState& state) {
    for (const std::uint32_t id : state.grants) {
        const std::uint32_t output_vc = state.input_vcs[id].output_vc;
        if (!state.layout.is_ejection(output_vc)) {
            share_sent_flit(state, output_vc);
        }
    }
}

void arrive_shared_credits(EngineState& state, const IdList& due) {
    SharedCredits& shared = *state.shared_credits;
    for (const std::uint32_t output_vc : due) {
        if (--shared.outstanding[output_vc] < static_cast<std::uint32_t>(shared.slots.own)) {
            gain_credit(state, output_vc);
        } else {
            for_each_of_output(state, output_vc,
                               [&](std::uint32_t each) { gain_credit(state, each); });
        }
        if (state.output_vcs[output_vc].holder == kNone && state.traits.rules.buffer_empty) {
            credit_unheld(state, output_vc);
        }
    }
}

bool shared_credits_hold(const EngineState& state, std::uint32_t output_vc) {
    const SharedCredits& shared = *state.shared_credits;
    const std::uint32_t first = output_vc - output_vc % state.layout.vcs;
    std::uint32_t sum = 0;
    for_each_of_output(state, output_vc,
                       [&](std::uint32_t each) { sum += shared.outstanding[each]; });
    const int credits = shared.slots.of(static_cast<int>(output_vc - first), [&](int w) {
        return shared.outstanding[first + static_cast<std::uint32_t>(w)];
    });
    return state.output_vcs[output_vc].credits == static_cast<std::uint32_t>(credits) &&
           sum <= state.layout.vcs * state.traits.capacity;
}

}  // namespace flitscope::tl
