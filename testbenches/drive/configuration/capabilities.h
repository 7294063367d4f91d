#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The levels of a router, the default first.
const std::vector<std::string>& level_names();

/// One line of the table that says which level accepts what; the table in docs/configuration.md is
/// printed from it.
struct Capability {
    const char* key;    ///< configuration key
    const char* value;  ///< the value or the kind of value, as users type it
    bool (*used)(const ExperimentConfig& config);
    std::vector<std::string> levels;  ///< that accept it
};
const std::vector<Capability>& capabilities();

/// The first capability that the configuration uses and one of its levels lacks; nullptr: none.
/// Routers from outside (`level.verilog.router`) are not in the table.
/// `level` receives the name of that level.
const Capability* missing_capability(const ExperimentConfig& config, std::string& level);

/// A key of the configuration language that this version knows and accepts at its harmless value
/// only.
struct ReservedKey {
    const char* key;       ///< dotted path
    const char* feature;   ///< what it would switch on
    const char* harmless;  ///< the value that is accepted, as users type it
};
const std::vector<ReservedKey>& reserved_keys();

/// Both tables as Markdown, for docs/configuration.md.
std::string capabilities_markdown();

}  // namespace flitscope::tb
