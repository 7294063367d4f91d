#pragma once

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

/// The work of FastEngine::begin_cycle at an edge at which the messages state.purges are purged
/// (docs/recovery_and_faults.md): purge, injection, arrivals, and the credits of injection buffers
/// that are due one edge later. Throws std::logic_error for a message that is not in the network.
void begin_cycle_with_purge(EngineState& state);

}  // namespace flitscope::tl
