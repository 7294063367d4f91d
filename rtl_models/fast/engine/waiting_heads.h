#pragma once

#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/vc_pointers.h"

// Heads that wait for an output VC, whoever gives it to them.

namespace flitscope::tl {

/// visit(requester, input VC) for the heads that wait for a VC of `output`, in ascending order. Bit
/// b of request word w is requester 64*w + b.
template <typename Visit>
void for_waiting(const EngineState& state, std::uint32_t output, Visit visit) {
    const EngineLayout& layout = state.layout;
    const std::uint32_t router = layout.router_of[output];
    for (std::uint32_t w = 0; w < layout.words; ++w) {
        for (std::uint64_t left = state.waiting[std::size_t{output} * layout.words + w]; left != 0;
             left &= left - 1) {
            const auto lowest = static_cast<std::uint32_t>(__builtin_ctzll(left));
            visit(64 * w + lowest, layout.input_vc(router, w, lowest));
        }
    }
}

/// Runs `allocate` on all listed units; those for which it returns true stay listed.
template <typename Allocate>
void work_off(EngineState& state, Allocate allocate) {
    std::size_t kept = 0;
    const auto work = [&](std::uint32_t unit) {
        if (allocate(state, unit)) {
            state.va_units[kept++] = unit;
        } else {
            state.va_listed[unit] = 0;
        }
    };
    const auto for_heads = [&](std::uint32_t output, auto fetch_of) {
        if (!state.layout.one_word) {
            for_waiting(state, output,
                        [&](std::uint32_t /*requester*/, std::uint32_t id) { fetch_of(id); });
        }
    };
    for_each_fetched(
        state.va_units, state.traits.far && state.traits.packed_vc_allocation, work,
        [&](std::uint32_t output) {
            fetch(&state.layout.first_output_vc[output]);
            fetch(&state.layout.router_of[output]);
            fetch(&state.waiting[std::size_t{output} * state.layout.words]);
            fetch_held(state, output);
        },
        [&](std::uint32_t output) {
            for_heads(output, [&](std::uint32_t id) { fetch_front(state, id); });
            const std::uint32_t first = state.layout.first_output_vc[output];
            fetch(&state.output_vcs[first]);
            fetch(state.fifos.data() + (state.layout.is_ejection(first) ? 0 : first));
            fetch(&state.vc_pointer[first]);
        },
        [&](std::uint32_t output) {
            for_heads(output, [&](std::uint32_t id) {
                state.message_fifos.fetch_entry(state.fifos[id].first);
            });
        });
    state.va_units.resize(kept);
}

/// Heads of state.to_enter, which may be granted a VC for the first time in this cycle, begin to
/// wait.
void enter_vc_allocation(EngineState& state);

/// VC v of `output` is granted to the waiting head of an input VC, which is active from now on.
[[gnu::always_inline]] inline void take_output_vc(EngineState& state, std::uint32_t id,
                                                  std::uint32_t output, std::uint32_t v) {
    const EngineLayout& layout = state.layout;
    InputVc& vc = state.input_vcs[id];
    const std::uint32_t output_vc = layout.first_output_vc[output] + v;
    OutputVc& granted = state.output_vcs[output_vc];
    const std::uint32_t entry = state.fifos[id].first;
    const std::uint32_t message = state.message_fifos.message(entry);
    state.waiting[state.layout.word_at(vc.output, vc.word)] &= ~(std::uint64_t{1} << vc.bit);
    state.outputs[output].free_vcs &= ~(std::uint64_t{1} << v);
    note_granted_vc(state, output, v);
    count_held(state, output, +1, state.edge + 1);
    granted.holder = id;
    if (layout.is_ejection(output_vc)) {
        granted.credits = kNone;
    } else {
        state.message_fifos.push(state.fifos[output_vc], message,
                                 state.message_fifos.hops(entry) + 1,
                                 state.message_fifos.flits(entry));
    }
    vc.output_vc = output_vc;
    vc.output_class = layout.class_of_output[output];
    vc.remaining = state.message_fifos.flits(entry);
    vc.stage = vc.input_class == 0 ? VcStage::departing : VcStage::active;
}

inline bool at_network_output(const EngineState& state, const InputVc& vc) {
    return !state.layout.is_ejection(state.layout.first_output_vc[vc.output]);
}

}  // namespace flitscope::tl
