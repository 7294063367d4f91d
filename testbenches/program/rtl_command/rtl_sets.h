#pragma once

#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/cosim/verilog_router.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The parameter sets that the routers of a configuration need: those at level verilog, or all of
/// them where none is. None for routers from outside. Throws ConfigError for parameters that the
/// Verilog router does not take.
std::vector<cosim::NeededSet> needed_sets(const ExperimentConfig& config);

/// What these routers need. Throws as needed_sets.
std::vector<cosim::NeededSet> sets_of_routers(const ExperimentConfig& config,
                                              const std::vector<topo::NodeId>& routers);

/// The dump of the RTL is asked for: sets must be traced.
inline bool traces_rtl(const ExperimentConfig& config) { return config.waves && config.waves->rtl; }

/// A set that is built in or in the folder of `config.level.verilog`, traced if it has to be;
/// nullptr: there is none.
const cosim::VerilogSet* find_set(const cosim::NeededSet& needed, const ExperimentConfig& config);

/// Those of them that are neither built in nor in the folder of `config.level.verilog`.
std::vector<cosim::NeededSet> missing_sets(const ExperimentConfig& config);

/// Throws UsageError with the command that makes them if sets are missing: `flitscope rtl add`,
/// with the CONFIG and --set arguments of the running command.
void require_sets(const ExperimentConfig& config, const std::string& config_argument,
                  const std::vector<std::string>& set_arguments);

}  // namespace flitscope::tb
