#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/embedding/driven_network.h"

namespace flitscope::tb {

/// What `flitscope run` says of a configuration.
struct EmbeddedRun {
    nlohmann::ordered_json result;      ///< result.json
    std::string deadlock;               ///< one ended the run: deadlock_text
    std::vector<std::string> warnings;  ///< one line each
};

/// Simulates a configuration in this process. Recordings go to `folder`. `name`: of the
/// configuration, for advice. Throws as the program exits: ConfigError, UsageError,
/// DeadlockRefused, RunFault, waves::OutputError, Interrupted, and what the network throws.
EmbeddedRun run_embedded(const ExperimentConfig& config, const std::string& name,
                         const std::string& folder, const InterruptQuestion& interrupted);

}  // namespace flitscope::tb
