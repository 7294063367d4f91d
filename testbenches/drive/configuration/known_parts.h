#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/part_reader.h"

namespace flitscope::tb {

/// The purpose for which a configuration is read.
enum class ConfigUse {
    simulation,    ///< everything must fit together
    verification,  ///< the same, except that multicasts may have too few VC classes
    graph,         ///< only the topology: routing and traffic must be known, but need not fit it
    model          ///< like graph, with any rate
};
constexpr bool must_fit(ConfigUse use) {
    return use == ConfigUse::simulation || use == ConfigUse::verification;
}

// The parts that a configuration may name, from the registries.
std::vector<PartChoice> known_topologies();
std::vector<PartChoice> known_routings();
std::vector<PartChoice> known_patterns();
std::vector<PartChoice> known_arrivals();
std::vector<PartChoice> known_lengths();

/// Options of the choice of that name; empty if there is no such choice.
const std::vector<OptionSpec>& options_of(const std::vector<PartChoice>& choices,
                                          const std::string& name);

}  // namespace flitscope::tb
