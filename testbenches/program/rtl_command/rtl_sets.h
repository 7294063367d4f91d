#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/cosim/verilog_set.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The parameter sets that the routers of a configuration need: those at level verilog, or all of
/// them where none is. None for routers from outside. Throws ConfigError for parameters that the
/// Verilog router does not take.
std::vector<cosim::NeededSet> needed_sets(const ExperimentConfig& config);

/// The dump of the RTL is asked for: sets must be traced.
inline bool traces_rtl(const ExperimentConfig& config) { return config.waves && config.waves->rtl; }

/// A set that is built in or in the folder of `config.level.verilog`, traced if it has to be;
/// nullptr: there is none.
const cosim::VerilogSet* find_set(const cosim::NeededSet& needed, const ExperimentConfig& config);

/// Throws UsageError with the command that makes them if sets are missing: `flitscope rtl add`,
/// with the CONFIG and --set arguments of the running command.
void require_sets(const ExperimentConfig& config, const std::string& config_argument,
                  const std::vector<std::string>& set_arguments);

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
