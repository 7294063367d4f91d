#pragma once

#include "tlm/fast/engine_state.h"

namespace flitscope::tl {

/// VC allocation (docs/router.md, section 5).

/// Something changed that may let heads waiting for `output` proceed.
void wake_vc_allocation(EngineState& state, std::uint32_t output);

/// The VC that the routed head of an input VC requests at `output` now, or -1 if none is free.
int requested_vc(const EngineState& state, std::uint32_t input_vc, std::uint32_t output);

/// One cycle: heads in state.to_enter join, the winners are in state.granted_vcs.
void vc_allocation_stage(EngineState& state);

/// Lets the input VCs of state.granted_vcs request the switch, and forgets the list.
void enter_switch_allocation(EngineState& state);

/// Output VC `output_vc` of `output` is held no longer from `edge` on.
void release_output_vc(EngineState& state, std::uint32_t output, std::uint32_t output_vc,
                       rtl::Cycle edge);

/// Marks a VC that is held no longer as free and lets waiting heads know.
void free_output_vc(EngineState& state, std::uint32_t output, std::uint32_t output_vc);

}  // namespace flitscope::tl
