#pragma once

#include <functional>
#include <vector>

#include "rtl_models/signal/outline/router_module.h"
#include "waves/wave_dump.h"

namespace flitscope::rtl {

/// One router that a dump may show. The sources are asked for after elaboration.
struct WaveTap {
    topo::NodeId router = 0;
    std::function<waves::RouterSources()> sources;
};

/// Lets the dump follow those of the routers that it wants, cycle by cycle of the clock, whose
/// callbacks for cycles it takes. Before the simulation starts; everything outlives it.
void record_waves(Clock& clock, const std::vector<WaveTap>& routers, const topo::Topology& topology,
                  waves::WaveDump& dump);
void record_waves(Clock& clock, const std::vector<RouterModule*>& routers,
                  const topo::Topology& topology, waves::WaveDump& dump);

}  // namespace flitscope::rtl
