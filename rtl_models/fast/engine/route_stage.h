#pragma once

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

/// The front of an input VC has become a head that RC has not seen: lists it for RC unless
/// store-and-forward makes it wait for its tail.
void new_front(EngineState& state, std::uint32_t input_vc);

/// Store-and-forward: a flit was appended to the idle input VC.
void stored_flit(EngineState& state, std::uint32_t input_vc);

/// RC on all of state.to_route and state.to_escape, which are all in to_route then.
void route_stage(EngineState& state);

}  // namespace flitscope::tl
