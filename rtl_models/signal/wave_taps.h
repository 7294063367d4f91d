#pragma once

#include <vector>

#include "rtl_models/signal/router_module.h"
#include "waves/wave_dump.h"

namespace flitscope::rtl {

/// Lets the dump follow those of the routers that it wants, cycle by cycle of the clock, whose
/// callbacks for cycles it takes. Before the simulation starts; everything outlives it.
void record_waves(Clock& clock, const std::vector<RouterModule*>& routers,
                  const topo::Topology& topology, waves::WaveDump& dump);

}  // namespace flitscope::rtl
