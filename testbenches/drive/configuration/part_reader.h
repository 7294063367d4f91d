#pragma once

#include <string>
#include <vector>

#include "common/options.h"
#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/traffic/traffic_config.h"

namespace flitscope::tb {

/// What the reader needs to know of one entry of a registry.
struct PartChoice {
    std::string name;
    const std::vector<OptionSpec>* options;
};

// The parts that a configuration may name, from the registries.
std::vector<PartChoice> known_topologies();
std::vector<PartChoice> known_routings();
std::vector<PartChoice> known_patterns();
std::vector<PartChoice> known_arrivals();
std::vector<PartChoice> known_lengths();

/// The key that names a part inside another one, and the parts that it may name.
struct InnerChoice {
    const char* selector;
    std::vector<PartChoice> choices;
};
InnerChoice inner_choice(OptionType type);  ///< topology or routing

/// Options of the choice of that name; empty if there is no such choice.
const std::vector<OptionSpec>& options_of(const std::vector<PartChoice>& choices,
                                          const std::string& name);

/// Reads the part that `selector` names (`standard` if the key is absent; "": none) with its
/// options, which are siblings of the selector. Defaults of options are filled in.
///
/// Options of other parts have no effect, which section.finish() notes; it refuses keys that belong
/// to no part.
PartConfig read_part(ConfigSection& section, const std::string& selector,
                     const std::vector<PartChoice>& choices, const std::string& standard);

/// Turns an OptionError of a part into the ConfigError that points at the option in the file; keys
/// of inner parts are written "cluster.size".
[[noreturn]] void fail_option(const ConfigSection& section, const std::string& selector,
                              const OptionError& error);

/// What an option accepts, for messages and documentation: "a whole number 1..30".
std::string option_range(const OptionSpec& spec);

}  // namespace flitscope::tb
