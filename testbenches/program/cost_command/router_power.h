#pragma once

#include "rtl_models/cost/unit_energy.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/program/cost_command/router_synthesis.h"
#include "testbenches/program/rtl_command/exportable_network.h"

namespace flitscope::tb {

/// A router of a run, simulated as a netlist of cells.
struct GateRun {
    cost::RouterEvents events;
    std::map<std::string, cost::UnitPower> units;

    /// pJ of the run; of these, what the clock takes anyway.
    double energy() const;
    double idle_energy() const;
};

/// Plays what enters the router in the first `cycles` cycles of the configuration's run at level
/// fast into its netlist, in Icarus Verilog, and asks OpenSTA what the changes of its pins cost
/// (docs/cost.md). Throws UsageError where a tool is missing or fails, or if the netlist does not
/// send what the router did.
GateRun simulate_gates(const ExperimentConfig& config, const ExportableNetwork& exportable,
                       topo::RouterId router, rtl::Cycle cycles, const RouterSynthesis& synthesis);

/// Energy per cycle and event, from a run in which there were events.
cost::RouterEnergy router_energy(const GateRun& run);

}  // namespace flitscope::tb
