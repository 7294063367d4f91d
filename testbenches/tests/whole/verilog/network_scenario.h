#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_set.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::cosim {

/// A network for which CMakeLists.txt makes a parameter set.
struct VerilatedNetwork {
    std::string name;  ///< of the set
    std::function<void(tb::CrosscheckScenario& scenario)> configure;
};

/// For `configure`: topology, routing and the main parameters of the routers.
void set_cube(tb::CrosscheckScenario& scenario, int dimensions, const char* order);
void set_mesh(tb::CrosscheckScenario& scenario, const std::vector<std::int64_t>& size,
              const std::vector<std::int64_t>& order);
rtl::RouterParameters router(int virtual_channels, int buffer_flits, int pipeline);

/// The random scenario of this seed with the topology, the routing and the routers of a verilated
/// network; traffic and link latencies stay.
tb::CrosscheckScenario verilog_scenario(const VerilatedNetwork& network, std::uint64_t seed);

/// The scenario with links of fewer VCs, as far as there are more than VC classes. The RTL is the
/// same; units in the place of SystemC ones are not.
tb::CrosscheckScenario with_own_vcs(tb::CrosscheckScenario scenario);

/// The scenario with verilated routers at `nodes` (empty: all), for compare_runs. Keeps a reference
/// to the scenario and the sets.
tb::CheckedRun verilog_run(const tb::CrosscheckScenario& scenario,
                           const std::vector<VerilogSet>& sets, const std::string& level,
                           const std::vector<topo::NodeId>& nodes = {});

}  // namespace flitscope::cosim
