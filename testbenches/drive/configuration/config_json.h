#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

/// The written value as JSON: scalars become whole numbers, numbers, truth values or text, the
/// first of these that fits.
nlohmann::ordered_json json_of(const ConfigNode& node);

/// {"router.pipeline": 3, ...} of {"router": {"pipeline": 3, ...}, ...}. Lists are values.
nlohmann::ordered_json flattened(const nlohmann::ordered_json& config);

/// The object `config` of a result.json at its place: the text around it is blanked, so that lines
/// and columns of messages match the file. Nothing if the text is not a result: no JSON object with
/// the keys `flitscope` and, behind it, `config`, an object.
std::optional<std::string> config_in_result(const std::string& text);

}  // namespace flitscope::tb
