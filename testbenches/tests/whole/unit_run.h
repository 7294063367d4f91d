#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/unit_model.h"
#include "testbenches/tests/whole/crosscheck_scenario.h"

namespace flitscope::cosim {

/// The scenario at level signal with these verilated units in all routers, for compare_runs. Keeps
/// a reference to the scenario.
tb::CheckedRun unit_run(const tb::CrosscheckScenario& scenario, const std::string& level,
                        const std::vector<UnitSet>& units);

}  // namespace flitscope::cosim
