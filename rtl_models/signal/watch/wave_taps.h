#pragma once

#include <functional>
#include <vector>

#include "rtl_models/signal/outline/router_module.h"
#include "rtl_models/waves/wave_dump.h"

namespace flitscope::rtl {

/// One router that a dump may show. Its sources are requested after elaboration.
struct WaveTap {
    topo::NodeId router = 0;
    std::function<waves::RouterSources()> sources;
};

/// Makes the dump follow its routers in each cycle of the clock; takes the clock's callbacks for
/// cycles. Call it before the simulation starts; all arguments outlive it.
void record_waves(Clock& clock, const std::vector<WaveTap>& routers, const topo::Topology& topology,
                  waves::WaveDump& dump);
void record_waves(Clock& clock, const std::vector<RouterModule*>& routers,
                  const topo::Topology& topology, waves::WaveDump& dump);

}  // namespace flitscope::rtl
