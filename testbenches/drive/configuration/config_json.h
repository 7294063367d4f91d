#pragma once

#include <nlohmann/json.hpp>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

/// What was written, as JSON: scalars are whole numbers, numbers, truth values or text, the first
/// of these that they can be read as.
nlohmann::ordered_json json_of(const ConfigNode& node);

/// {"router.pipeline": 3, ...} of {"router": {"pipeline": 3, ...}, ...}. Lists are values.
nlohmann::ordered_json flattened(const nlohmann::ordered_json& config);

}  // namespace flitscope::tb
