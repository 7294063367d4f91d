#pragma once

#include "tlm/fast/engine_state.h"

namespace flitscope::tl {

class Reductions;

/// Moves the flits of state.grants through the crossbar in the current cycle: FIFO, credits,
/// request bits, wires; tails release their output VCs.
void traverse(EngineState& state);

/// After a grant in the current cycle: a link with more than one cycle per flit is closed until the
/// cycle in which it is free again.
void close_link(EngineState& state, std::uint32_t output);

/// What arrives at the current edge: flits into FIFOs, credits into counters, links free again.
void arrive(EngineState& state);

/// Consumes what is on the ejection wires and reports the deliveries of the current edge. Whether
/// there was one. `units` (null: there are none) hear of them, too.
bool deliver(EngineState& state, rtl::NetworkClient& client, Reductions* units);

}  // namespace flitscope::tl
