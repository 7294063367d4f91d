#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_router.h"
#include "testbenches/network/crosscheck_scenario.h"

namespace flitscope::cosim {

/// A network for which CMakeLists.txt makes a parameter set.
struct VerilatedNetwork {
    std::string name;  ///< of the set
    std::function<void(tb::CrosscheckScenario& scenario)> configure;
};

const std::vector<VerilatedNetwork>& verilated_networks();
const std::vector<VerilogSet>& network_sets();

/// The random scenario of this seed with the topology, the routing and the routers of a verilated
/// network; traffic and link latencies stay.
tb::CrosscheckScenario verilog_scenario(const VerilatedNetwork& network, std::uint64_t seed);

}  // namespace flitscope::cosim
