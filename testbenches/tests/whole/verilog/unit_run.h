#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/cosim/verilated_units.h"
#include "rtl_models/router/contract/network.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::cosim {

/// A network at level signal with these verilated units in all routers, their contracts watched.
std::unique_ptr<rtl::Network> network_with_units(const rtl::NetworkDescription& description,
                                                 const std::vector<UnitSet>& units);

/// ... with the units of these makers.
std::unique_ptr<rtl::Network> network_with_units(
    const rtl::NetworkDescription& description,
    const std::shared_ptr<const rtl::UnitMakers>& makers);

/// The scenario in such a network, for compare_runs. Keeps a reference to the scenario.
tb::CheckedRun unit_run(const tb::CrosscheckScenario& scenario, const std::string& level,
                        const std::vector<UnitSet>& units);

}  // namespace flitscope::cosim
