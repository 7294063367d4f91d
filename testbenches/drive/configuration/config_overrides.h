#pragma once

#include <string>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

/// Puts `key.path=value` (value: YAML) into the tree, over what is there. A path through a value
/// that is no section replaces it; where the value is short for a section (`length: 5`, `level:
/// fast`) it becomes that section first. Throws ConfigError.
void apply_override(ConfigNode& root, const std::string& argument);

/// The same for a path and a value from elsewhere. `key`: a scalar, the path; both have
/// `from_override`, and messages name their place, in `argument` from `column` on for the path.
void apply_override(ConfigNode& root, const ConfigNode& key, const ConfigNode& value);

}  // namespace flitscope::tb
