#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_tree.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Reads, completes and checks a configuration (docs/configuration.md).
///
/// `source`: path of a YAML file, or "-" for standard input; a result.json stands for the
/// configuration in it. `overrides`: `key.path=value`, the value being YAML, applied in order on
/// top of the file. Throws only ConfigError, for the first error: syntax, key, type, range, or an
/// invalid combination.
ExperimentConfig read_config(const std::string& source,
                             const std::vector<std::string>& overrides = {},
                             ConfigUse use = ConfigUse::simulation);

/// The same for a text in memory; `name` stands for the file in messages.
ExperimentConfig parse_config(const std::string& name, const std::string& text,
                              const std::vector<std::string>& overrides = {},
                              ConfigUse use = ConfigUse::simulation);

/// The text of such a file. Throws ConfigError if it cannot be read.
std::string read_config_text(const std::string& source);

/// The tree of such a file, to be changed and passed to `config_of`. Throws as read_config if it is
/// not YAML.
ConfigNode read_config_tree(const std::string& source);

/// The configuration in a tree. Throws as read_config.
ExperimentConfig config_of(ConfigNode tree, ConfigUse use = ConfigUse::simulation);

/// The ConfigError for a value that a part refused after the configuration was read; points at the
/// value in the file, or the first value in a section that `--set` gave. The key of `error` may be
/// a dotted path; otherwise it belongs to `section`.
ConfigError option_error(const ExperimentConfig& config, const OptionError& error,
                         const std::string& section = {});

/// Returns the result of `work`; an OptionError of it, by a dotted key, is rethrown as
/// option_error.
template <typename Work>
auto with_places(const ExperimentConfig& config, const Work& work) {
    try {
        return work();
    } catch (const OptionError& error) {
        throw option_error(config, error);
    }
}

}  // namespace flitscope::tb
