#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/router_activity.h"
#include "testbenches/program/cost_command/router_power.h"

namespace flitscope::tb {

/// Energy of the routers of a network (docs/cost.md): that of one router per cycle and event, from
/// a simulation of its netlist, and what each router has of its connected ports.
struct NetworkEnergy {
    topo::RouterId router = 0;  ///< whose netlist was simulated
    GateRun gates;
    cost::RouterEnergy energy;
    std::vector<double> size;  ///< by router: connected ports, in those of `router`

    /// Adds "energy_pj", "leakage_uw" and "gate_level" to the figures of the router.
    void add_to(nlohmann::ordered_json& cost) const;
    /// Adds "energy" of a run: `result` is its result.json.
    void add_run(nlohmann::ordered_json& cost, const std::vector<RouterActivity>& activity,
                 const nlohmann::ordered_json& result) const;
    std::string text() const;
};

/// Throws as simulate_gates, and UsageError if too few flits pass the router.
NetworkEnergy network_energy(const ExperimentConfig& config, const ExportableNetwork& exportable,
                             topo::RouterId router, rtl::Cycle cycles,
                             const RouterSynthesis& synthesis);

}  // namespace flitscope::tb
