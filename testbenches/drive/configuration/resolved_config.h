#pragma once

#include <nlohmann/json.hpp>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The configuration with all defaults filled in, keys in the order of docs/configuration.md. Read
/// as a configuration file (JSON is YAML), it gives the same configuration. It has `load` instead
/// of `rate` if `load` was given; absent `waves` and `model` stay absent.
nlohmann::ordered_json resolve(const ExperimentConfig& config);

/// The section `model` of it: what the file says, without the keys of other models than the one it
/// names. The values are the model's business. Null: there is none.
nlohmann::ordered_json resolved_model(const ExperimentConfig& config);

}  // namespace flitscope::tb
