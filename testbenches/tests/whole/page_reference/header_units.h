#pragma once

#include <vector>

#include "rtl_models/cosim/unit_model.h"

namespace flitscope::cosim {

// The verilated units of routers with multicasts, each set named by the scenario that it is for
// (page_scenario.h); made in CMakeLists.txt.
std::vector<UnitSet> verilated_units_headers_172();
std::vector<UnitSet> verilated_units_headers_191();
std::vector<UnitSet> verilated_units_headers_192();

}  // namespace flitscope::cosim
