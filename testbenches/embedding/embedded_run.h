#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/embedding/driven_network.h"
#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

/// The outcome of `flitscope run` for a configuration.
struct EmbeddedRun {
    nlohmann::ordered_json result;      ///< result.json
    std::optional<Failure> failure;     ///< the program's exit, in addition to the result
    std::vector<std::string> warnings;  ///< one line each
};

/// Simulates a configuration in this process. Recordings go to `folder`. `name`: of the
/// configuration, for advice. Throws as the program exits: ConfigError, UsageError,
/// DeadlockRefused, RunFault, OutputError, Interrupted, and what the network throws.
EmbeddedRun run_embedded(const ExperimentConfig& config, const std::string& name,
                         const std::string& folder, const InterruptQuestion& interrupted);

}  // namespace flitscope::tb
