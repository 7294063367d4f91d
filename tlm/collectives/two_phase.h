#pragma once

#include "tlm/collectives/labelled_destinations.h"

namespace flitscope::tl {

/// Two-phase multicast TP (El-Obaid and Zuo; in two dimensions the dual-path multicast of Lin,
/// McKinley and Ni, 1994): one message to the destinations with higher labels than the source, one
/// to those with lower ones.
CollectiveEntry two_phase_entry();

/// Its two messages.
void send_high_and_low(PlanBuilder& plan, const LabelledDestinations& destinations);

}  // namespace flitscope::tl
