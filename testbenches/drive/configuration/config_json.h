#pragma once

#include <nlohmann/json.hpp>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

/// The written value as JSON: scalars become whole numbers, numbers, truth values or text, the
/// first of these that fits.
nlohmann::ordered_json json_of(const ConfigNode& node);

/// {"router.pipeline": 3, ...} of {"router": {"pipeline": 3, ...}, ...}. Lists are values.
nlohmann::ordered_json flattened(const nlohmann::ordered_json& config);

}  // namespace flitscope::tb
