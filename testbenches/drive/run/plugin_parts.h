#pragma once

#include <map>
#include <memory>
#include <string>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/signal/outline/router_module.h"
#include "testbenches/drive/configuration/experiment_config.h"

// The units, arbiters and allocators that a configuration takes from plug-ins.

namespace flitscope::tb {

/// The notes of the plug-ins that a configuration names, read before any of their code runs.
class NamedPlugins {
public:
    /// Throws cosim::PluginError.
    const cosim::PluginNote& note(const PluginChoice& choice);
    /// Throws cosim::PluginError unless the plug-in provides this, in the words of
    /// PluginNote::brings.
    static void require(const cosim::PluginNote& note, const std::string& wanted);

private:
    std::map<std::string, cosim::PluginNote> notes_;  ///< by file
};

/// The arbiters and allocators that the configuration takes from plug-ins; null if it takes none.
/// Throws ConfigError for a plug-in that is missing or provides something else, and if a unit of a
/// router is verilated, because the RTL neither calls plug-ins nor carries the data that they read.
std::shared_ptr<const rtl::DecisionMakers> make_decisions(const ExperimentConfig& config);

/// Throws ConfigError if a router at level verilog, which cannot call plug-ins, would need one.
void check_decisions(const ExperimentConfig& config);

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
