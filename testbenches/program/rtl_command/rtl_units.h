#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// A unit of the RTL and the routers that it is for.
struct NeededUnit {
    std::string unit;
    cosim::NeededSet routers;

    /// Of its plug-in; a C identifier and a file name.
    std::string name() const { return unit + "_" + cosim::set_name(routers.parameters); }
};

/// The units that `{UNIT: verilog}` asks for in routers at level signal, or in all where none is.
/// Throws ConfigError for parameters that the Verilog does not take, and for a unit that the
/// routers have not.
std::vector<NeededUnit> needed_units(const ExperimentConfig& config);

/// Name of the plug-in with the unit in the folder of the configuration; empty: there is none.
std::string find_unit(const NeededUnit& needed, const ExperimentConfig& config);

}  // namespace flitscope::tb
