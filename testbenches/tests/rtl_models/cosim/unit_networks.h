#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/signal/unit_makers.h"
#include "testbenches/tests/whole/network_scenario.h"

namespace flitscope::cosim {

/// A network for which CMakeLists.txt verilates the units of the routers.
struct UnitNetwork {
    VerilatedNetwork network;
    std::vector<UnitSet> units;  ///< one of each, in the order of the pipeline
};
const std::vector<UnitNetwork>& unit_networks();

/// The scenario at level signal with these units in all routers, for compare_runs. Keeps a
/// reference to the scenario.
tb::CheckedRun unit_run(const tb::CrosscheckScenario& scenario, const std::string& level,
                        const std::vector<UnitSet>& units);

}  // namespace flitscope::cosim
