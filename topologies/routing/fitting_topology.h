#pragma once

#include <string>

#include "topologies/topology.h"

namespace flitscope::topo {

/// The topology as the type a routing function is made for. Throws OptionError with the key
/// "algorithm" when it is another one; `fits` names the kinds the routing is made for.
template <typename Wanted>
const Wanted& fitting_topology(const Topology& topology, const std::string& algorithm,
                               const std::string& fits) {
    const auto* wanted = dynamic_cast<const Wanted*>(&topology);
    if (wanted == nullptr) {
        throw OptionError("algorithm", algorithm + " does not fit topology " + topology.kind() +
                                           ", it is for " + fits);
    }
    return *wanted;
}

}  // namespace flitscope::topo
