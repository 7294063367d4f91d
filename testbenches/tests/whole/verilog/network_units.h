#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/unit_model.h"

namespace flitscope::cosim {

/// The verilated units of the routers of one of verilated_networks(), in the order of the pipeline.
const std::vector<UnitSet>& network_units(const std::string& network);

}  // namespace flitscope::cosim
