#pragma once

#include <cstdint>
#include <string>

#include "common/options.h"
#include "topologies/topology.h"

namespace flitscope::topo {

// What topologies with the same number of nodes at every router have in common.

constexpr int kMostConcentration = 1024;  ///< own choice

inline OptionSpec concentration_option() {
    return whole_number("concentration", 1, kMostConcentration, "nodes at each router").required();
}

/// Throws OptionError ("concentration") outside 1..kMostConcentration, and for more than `most`
/// nodes at these routers.
inline int checked_concentration(const std::string& part, std::int64_t concentration,
                                 RouterId routers, std::int64_t most) {
    require_range(part, "concentration", concentration, 1, kMostConcentration);
    if (concentration * routers > most) {
        throw OptionError("concentration", part + ": " + std::to_string(routers) + " routers of " +
                                               std::to_string(concentration) +
                                               " nodes, must be at most " + std::to_string(most) +
                                               " nodes in all");
    }
    return static_cast<int>(concentration);
}

/// The distances between the nodes, from those between different routers.
inline DistanceSummary between_nodes(const Topology& topology, DistanceSummary routers) {
    const double nodes = topology.nodes();
    const double each = nodes / topology.routers();
    routers.mean = nodes == 1 ? 0 : routers.mean * (nodes - each) / (nodes - 1);
    return routers;
}

}  // namespace flitscope::topo
