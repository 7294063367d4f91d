#pragma once

#include <string>

#include "topologies/topology.h"

namespace flitscope::topo {

/// The error that says so. `key`: where the part is named ("algorithm", "pattern"); `fits`: the
/// kinds that it is made for.
inline OptionError does_not_fit(const Topology& topology, const std::string& key,
                                const std::string& part, const std::string& fits) {
    return {key, part + " does not fit topology " + topology.kind() + ", it is for " + fits};
}

/// The topology as the type that a routing function or a traffic pattern is made for. Throws
/// does_not_fit when it is another one.
template <typename Wanted>
const Wanted& fitting_topology(const Topology& topology, const std::string& key,
                               const std::string& part, const std::string& fits) {
    const auto* wanted = dynamic_cast<const Wanted*>(&topology);
    if (wanted == nullptr) {
        throw does_not_fit(topology, key, part, fits);
    }
    return *wanted;
}

}  // namespace flitscope::topo
