#pragma once

#include <string>

#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

// How one part of a configuration overrides another (docs/configuration.md): sections are merged
// key by key; a section with `replace: true` replaces the old one. Every other value, also an empty
// one, replaces the old value. A section over a value that abbreviates one (`length: 5`, `level:
// fast`) is merged into that section. Of keys with the same meaning in different units (`load`,
// `rate`) the new one replaces the old one.

/// Puts `key.path=value` (value: YAML, in front of a section `!` for `replace: true`) into the
/// tree. Throws ConfigError.
void apply_override(ConfigNode& root, const std::string& argument);

/// The same for a path and a value of another origin. `key`: a scalar, the path; both have
/// `from_override`, and messages name their place, in `argument` from `column` on for the path.
void apply_override(ConfigNode& root, const ConfigNode& key, const ConfigNode& value);

/// Applies a whole configuration, or nothing, over another.
void merge_config(ConfigNode& root, const ConfigNode& over);

/// Removes `replace` from the sections of a file, which overrides nothing yet.
void forget_replace(ConfigNode& node);

/// Makes the values of `--set` part of the file, so that the next layer can override them; messages
/// still name the argument.
void settle_overrides(ConfigNode& node);

}  // namespace flitscope::tb
