#pragma once

#include "rtl_models/fast/engine/engine_state.h"

namespace flitscope::tl {

class Reductions;

/// Moves the flits of state.grants through the crossbar in the current cycle: FIFO, credits,
/// request bits, wires; tails release their output VCs.
void traverse(EngineState& state);

/// After a grant in the current cycle: a link with more than one cycle per flit is closed until the
/// cycle in which it is free again.
void close_link(EngineState& state, std::uint32_t output);

/// The arrivals of the current edge: flits enter FIFOs, credits enter counters, links become free.
void arrive(EngineState& state);

/// Consumes the flits on the ejection wires and reports the deliveries of the current edge. Returns
/// whether there was one. `units` (may be null) are told of them, too.
bool deliver(EngineState& state, rtl::NetworkClient& client, Reductions* units);

}  // namespace flitscope::tl
