#pragma once

#include "rtl_models/cosim/plugin_note.h"
#include "rtl_models/signal/outline/router_module.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Makes the routers of SystemC modules with the units that the configuration names; empty if all
/// are ours. Throws ConfigError for a plug-in that is missing, provides another unit, or was
/// verilated for other routers.
rtl::RouterFactory make_unit_factory(const ExperimentConfig& config,
                                     const rtl::NetworkDescription& description);

/// The folder of plug-ins for `{UNIT: verilog}`; empty: none.
std::string verilated_unit_folder(const ExperimentConfig& config);
/// The plug-in with this unit in this program's port-list version, verilated for routers with these
/// parameters (cmake_arguments()), whatever its name; null: there is none.
const cosim::PluginNote* find_verilated_unit(const cosim::PluginFolder& folder,
                                             const std::string& unit,
                                             const std::string& parameters);

/// Throws ConfigError for a unit that the routers of this network, with or without multicasts, do
/// not have.
void check_unit_exists(const ExperimentConfig& config, const std::string& unit, bool multicasts);
/// Throws ConfigError if units are named for a router that is not at level signal.
void check_units_used(const ExperimentConfig& config);

/// Reports a unit whose ports do not fit as an error of the configuration.
[[noreturn]] void fail_units(const ExperimentConfig& config, const std::string& problem);

}  // namespace flitscope::tb
