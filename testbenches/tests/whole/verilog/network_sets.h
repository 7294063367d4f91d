#pragma once

#include <vector>

#include "testbenches/tests/whole/verilog/network_scenario.h"

namespace flitscope::cosim {

const std::vector<VerilatedNetwork>& verilated_networks();
const std::vector<VerilogSet>& network_sets();

}  // namespace flitscope::cosim
