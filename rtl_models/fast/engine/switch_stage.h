#pragma once

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

/// Switch allocation and traversal of one cycle (docs/router.md, section 6): granted flits leave
/// their FIFOs, take a credit and enter the wires; tails release their VCs.
void switch_stage(EngineState& state);

}  // namespace flitscope::tl
