#pragma once

#include <vector>

#include "rtl_models/cosim/unit_model.h"
#include "testbenches/tests/whole/verilog/network_scenario.h"

namespace flitscope::cosim {

/// Networks of 9 to 64 nodes whose verilated routers look their routes up.
const std::vector<VerilatedNetwork>& table_networks();
/// Of all of them; routers of one network may need different ones.
const std::vector<VerilogSet>& table_sets();

/// UGAL on a flattened butterfly with three nodes at a router; one of them where long tests are
/// wanted.
VerilatedNetwork butterfly_ugal();

}  // namespace flitscope::cosim
