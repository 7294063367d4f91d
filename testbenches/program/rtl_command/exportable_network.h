#pragma once

#include <memory>
#include <string>

#include "rtl_models/export/export_files.h"
#include "rtl_models/export/exported_network.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// A network of our RTL, and what its description points to.
struct ExportableNetwork {
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    exported::ExportedNetwork network;
};

/// The network of a configuration, whatever its levels. `command`: who has no hardware for the
/// rest. Throws ConfigError for what the RTL or an export cannot express, otherwise as
/// make_network.
ExportableNetwork exportable_network(const ExperimentConfig& config, const std::string& command);

/// The same configuration without levels, exchanged units and waves: all routers at level fast.
ExperimentConfig at_level_fast(ExperimentConfig config);

/// The Verilog of this program: in the build tree, where links lead to the sources, or installed.
exported::ExportSources rtl_sources();

}  // namespace flitscope::tb
