#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Whether this machine and this program can run the configuration: its units are there, it fits
/// into memory, and what it needs at level verilog was built. Throws ConfigError, and UsageError
/// with a command that builds what is missing, as require_sets.
void check_runnable(const ExperimentConfig& config, const std::string& config_argument,
                    const std::vector<std::string>& set_arguments);

}  // namespace flitscope::tb
