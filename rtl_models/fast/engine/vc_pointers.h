#pragma once

#include "rtl_models/fast/engine/engine_state.h"
#include "rtl_models/router/vc_choice.h"

// The pointers of `vc_choice: round_robin` at outputs (docs/router.md, section 5).

namespace flitscope::tl {

inline void advance_pointer(EngineState& state, Output& output, std::uint32_t v) {
    const std::uint64_t group = state.vc_groups[output.group_kind][v];
    output.passed = (output.passed & ~group) | rtl::passed_up_to(std::uint64_t{1} << v, group);
}

/// VC v of `output` was granted in this cycle.
[[gnu::always_inline]] inline void note_granted_vc(EngineState& state, std::uint32_t output,
                                                   std::uint32_t v) {
    if (!state.traits.pointers) {
        return;
    }
    Output& granted = state.outputs[output];
    if (!state.traits.late_pointers) {
        advance_pointer(state, granted, v);
        return;
    }
    state.moved.make_room(1);
    state.moved.push_if(granted.granted == 0, output);
    granted.granted |= std::uint64_t{1} << v;
}

/// Heads that may still ask in this cycle would see pointers too early: they move after the last.
inline void advance_late_pointers(EngineState& state) {
    for (const std::uint32_t output : state.moved) {
        Output& moved = state.outputs[output];
        for (; moved.granted != 0; moved.granted &= moved.granted - 1) {
            advance_pointer(state, moved,
                            static_cast<std::uint32_t>(__builtin_ctzll(moved.granted)));
        }
    }
    state.moved.clear();
}

}  // namespace flitscope::tl
