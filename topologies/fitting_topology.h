#pragma once

#include <string>

#include "topologies/topology.h"

namespace flitscope::topo {

/// The error for an unsuitable topology. `key`: the key that names the part ("algorithm",
/// "pattern"); `fits`: the kinds that the part accepts.
inline OptionError does_not_fit(const Topology& topology, const std::string& key,
                                const std::string& part, const std::string& fits) {
    return {key, part + " does not fit topology " + topology.kind() + ", it is for " + fits};
}

/// The topology as the type that a routing function or a traffic pattern needs. Throws does_not_fit
/// if it is another one.
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
