#pragma once

#include <cstddef>
#include <string>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// What an export consists of.
struct RtlExport {
    int routers = 0;
    std::size_t router_kinds = 0;
    std::size_t files = 0;
    rtl::Cycle edges = 0;  ///< of the run that its testbench plays
    std::size_t flits_in = 0;
    std::size_t flits_out = 0;
};

/// Writes the network of a configuration to a folder, as Verilog with a testbench that plays the
/// first `cycles` cycles of its run at level fast (docs/rtl_export.md). Makes the folder.
///
/// Throws ConfigError for what the RTL cannot express, and UsageError for a folder that holds
/// something else than an earlier export; nothing is written then. Otherwise as make_network and
/// simulate, and OutputError.
RtlExport export_rtl(const ExperimentConfig& config, const std::string& folder, rtl::Cycle cycles);

}  // namespace flitscope::tb
