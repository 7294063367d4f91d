#pragma once

#include <nlohmann/json.hpp>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The configuration with everything filled in, keys in the order of docs/configuration.md. Read as
/// a configuration file (JSON is YAML) it gives the same configuration again. `load` stands in
/// place of `rate` where it was given; absent `waves` and `model` stay absent.
nlohmann::ordered_json resolve(const ExperimentConfig& config);

}  // namespace flitscope::tb
