#pragma once

#include <vector>

#include "testbenches/tests/whole/verilog/network_scenario.h"

namespace flitscope::cosim {

const std::vector<VerilatedNetwork>& verilated_networks();
std::vector<VerilogSet> network_sets();
/// Those of them that can write a dump of their own.
std::vector<VerilogSet> traced_sets();

}  // namespace flitscope::cosim
