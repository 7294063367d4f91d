#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/part_reader.h"

namespace flitscope::tb {

/// What a configuration is read for.
enum class ConfigUse {
    simulation,    ///< everything must fit together
    verification,  ///< the same, but that VC classes of multicasts may be too few
    graph,         ///< the topology alone: routing and traffic must be known, but need not fit it
    model          ///< as graph, with any rate
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

/// Options of the choice of that name; none where it is not among them.
const std::vector<OptionSpec>& options_of(const std::vector<PartChoice>& choices,
                                          const std::string& name);

}  // namespace flitscope::tb
