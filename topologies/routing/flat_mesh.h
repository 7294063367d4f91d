#pragma once

#include <memory>
#include <string>

#include "topologies/fitting_topology.h"
#include "topologies/mesh.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

// The common part of routing functions for two-dimensional meshes.

constexpr PortId kEast = 0;   ///< +x
constexpr PortId kWest = 1;   ///< -x
constexpr PortId kNorth = 2;  ///< +y
constexpr PortId kSouth = 3;  ///< -y

/// The distance from here by dimension; positive: towards higher coordinates.
struct FlatStep {
    FlatStep(const Mesh& mesh, NodeId here, NodeId destination)
        : x(mesh.coordinate(destination, 0) - mesh.coordinate(here, 0)),
          y(mesh.coordinate(destination, 1) - mesh.coordinate(here, 1)) {}

    PortId y_port() const { return y > 0 ? kNorth : kSouth; }

    int x, y;
};

/// The entry of a load-dependent routing function without options for two-dimensional meshes.
template <typename Routing>
RoutingEntry flat_mesh_entry(const std::string& name) {
    return {name,
            {},
            [name](const Topology& topology, const Options& /*options*/) {
                const std::string fits = "mesh of two dimensions";
                const Mesh& mesh = fitting_topology<Mesh>(topology, "algorithm", name, fits);
                if (mesh.dimensions() != 2) {
                    throw does_not_fit(topology, "algorithm", name, fits);
                }
                return std::make_unique<Routing>(mesh);
            },
            true};
}

}  // namespace flitscope::topo
