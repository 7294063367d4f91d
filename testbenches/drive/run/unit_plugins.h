#pragma once

#include "rtl_models/cosim/plugin_note.h"
#include "rtl_models/signal/outline/router_module.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Makes the routers of SystemC modules with the units that the configuration names; empty where
/// all are ours. Throws ConfigError for a plug-in that is missing, brings another unit or one that
/// was verilated for other routers.
rtl::RouterFactory make_unit_factory(const ExperimentConfig& config,
                                     const rtl::NetworkDescription& description);

/// The folder that `{UNIT: verilog}` takes plug-ins from; empty: there is none.
std::string verilated_unit_folder(const ExperimentConfig& config);
/// The one with this unit, as this program's port list has it, verilated for routers with these
/// parameters (cmake_arguments()), whatever it is called; null: there is none.
const cosim::PluginNote* find_verilated_unit(const cosim::PluginFolder& folder,
                                             const std::string& unit,
                                             const std::string& parameters);

/// Throws ConfigError for a unit that routers of networks with or without multicasts have not.
void check_unit_exists(const ExperimentConfig& config, const std::string& unit, bool multicasts);
/// Throws ConfigError where units are named for a router that is not at level signal.
void check_units_used(const ExperimentConfig& config);

/// A unit whose ports do not fit is the configuration's fault.
[[noreturn]] void fail_units(const ExperimentConfig& config, const std::string& problem);

}  // namespace flitscope::tb
