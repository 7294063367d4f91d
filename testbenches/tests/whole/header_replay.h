#pragma once

#include <string>

#include "rtl_models/cosim/verilog_router.h"
#include "testbenches/tests/whole/page_scenario.h"

namespace flitscope::tb {

/// Runs a scenario at level fast, and every router of it as RTL beside that: each is given the
/// flits and credits that its twin got, and what it drives on its wires must be what the events
/// say, in every cycle. The header fields of a flit are those that the RTL of the router before
/// has driven. Returns what is wrong first; empty: nothing. `set` has the parameters of the
/// scenario; a scenario with ejection ports for each input has them in routers of one size only.
std::string replay_in_rtl(const PageScenario& scenario, const cosim::VerilogSet& set);

}  // namespace flitscope::tb
