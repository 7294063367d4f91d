#pragma once

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/fast/engine/statistics.h"

namespace flitscope::tl {

/// VC allocation (docs/router.md, section 5).

/// Call it when a change may let heads waiting for `output` proceed.
inline void wake_vc_allocation(EngineState& state, std::uint32_t output) {
    const std::uint32_t unit =
        state.traits.packed_vc_allocation ? output : state.layout.router_of[output];
    if (state.va_listed[unit] == 0) {
        state.va_listed[unit] = 1;
        state.va_units.push_back(unit);
    }
}

/// The VC that the routed head of an input VC requests at `output` now, or -1 if none is free.
int requested_vc(const EngineState& state, std::uint32_t input_vc, std::uint32_t output);

/// One cycle: heads in state.to_enter join, the winners are in state.granted_vcs.
void vc_allocation_stage(EngineState& state);

/// Makes the input VCs of state.granted_vcs request the switch, and clears the list.
void enter_switch_allocation(EngineState& state);

/// Marks a VC that is no longer held as free and wakes waiting heads.
inline void free_output_vc(EngineState& state, std::uint32_t output, std::uint32_t output_vc) {
    state.free_vcs[output] |= std::uint64_t{1}
                              << (output_vc - state.layout.first_output_vc[output]);
    if (!state.traits.packed_vc_allocation || state.waiting[output] != 0) {
        wake_vc_allocation(state, output);
    }
}

/// Releases output VC `output_vc` of `output` from `edge` on.
inline void release_output_vc(EngineState& state, std::uint32_t output, std::uint32_t output_vc,
                              rtl::Cycle edge) {
    OutputVc& released = state.output_vcs[output_vc];
    released.holder = kNone;
    count_held(state, output, -1, edge);
    if (state.traits.rules.free(false, released.credits == state.traits.capacity ||
                                           state.layout.is_ejection(output_vc))) {
        free_output_vc(state, output, output_vc);
    }
}

}  // namespace flitscope::tl
