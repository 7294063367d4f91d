#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The source of a configuration that a program passes.
struct ConfigSource {
    std::string name;                 ///< of the file to read, or what messages call `text`
    std::optional<std::string> text;  ///< YAML or JSON
    /// `text` was made of data: messages name no lines and columns.
    bool made = false;
    std::vector<std::string> sets;  ///< key.path=value, applied on top
};

/// Throws ConfigError.
ExperimentConfig embedded_config(const ConfigSource& source);

}  // namespace flitscope::tb
