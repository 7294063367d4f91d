#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/embedding/driven_network.h"
#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

/// The source of a configuration that a program passes.
struct ConfigSource {
    std::string name;                 ///< of the file to read, or what messages call `text`
    std::optional<std::string> text;  ///< YAML or JSON
    /// `text` was made of data: messages name no lines and columns.
    bool made = false;
    std::vector<std::string> sets;  ///< key.path=value, applied on top
};

/// Throws ConfigError.
ExperimentConfig embedded_config(const ConfigSource& source);

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
