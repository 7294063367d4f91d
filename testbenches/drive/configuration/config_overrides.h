#pragma once

#include <string>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

// How one part of a configuration lies over another (docs/configuration.md): sections are merged
// key by key, with `replace: true` in them taken in place of what is there; every other value, also
// an empty one, takes the place of the old one. A section over a value that is short for one
// (`length: 5`, `level: fast`) goes into that section. Of keys that say the same in different units
// (`load`, `rate`) the new one takes the place of the old one.

/// Puts `key.path=value` (value: YAML, in front of a section `!` for `replace: true`) into the
/// tree. Throws ConfigError.
void apply_override(ConfigNode& root, const std::string& argument);

/// The same for a path and a value from elsewhere. `key`: a scalar, the path; both have
/// `from_override`, and messages name their place, in `argument` from `column` on for the path.
void apply_override(ConfigNode& root, const ConfigNode& key, const ConfigNode& value);

/// Puts a whole configuration, or nothing, over another.
void merge_config(ConfigNode& root, const ConfigNode& over);

/// Takes `replace` out of sections of a file, below which there is nothing yet.
void forget_replace(ConfigNode& node);

/// Makes what `--set` gave a part of the file, over which the next layer is laid; messages still
/// name the argument.
void settle_overrides(ConfigNode& node);

}  // namespace flitscope::tb
