#pragma once

#include <nlohmann/json.hpp>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The configuration with all defaults filled in, keys in the order of docs/configuration.md. Read
/// as a configuration file (JSON is YAML), it gives the same configuration. It has `load` instead
/// of `rate` if `load` was given; absent `waves` and `model` stay absent.
nlohmann::ordered_json resolve(const ExperimentConfig& config);

/// Its section `model`: the values of the file, unchecked, without keys that only other models
/// have. Null: there is none.
nlohmann::ordered_json resolved_model(const ExperimentConfig& config);

}  // namespace flitscope::tb
