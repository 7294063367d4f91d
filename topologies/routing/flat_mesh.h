#pragma once

#include <memory>
#include <string>

#include "topologies/fitting_topology.h"
#include "topologies/mesh.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

// What routing functions of two-dimensional meshes have in common.

constexpr PortId kEast = 0;   ///< +x
constexpr PortId kWest = 1;   ///< -x
constexpr PortId kNorth = 2;  ///< +y
constexpr PortId kSouth = 3;  ///< -y

/// How far it is from here, by dimension; positive: towards higher coordinates.
struct FlatStep {
    FlatStep(const Mesh& mesh, NodeId here, NodeId destination)
        : x(mesh.coordinate(destination, 0) - mesh.coordinate(here, 0)),
          y(mesh.coordinate(destination, 1) - mesh.coordinate(here, 1)) {}

    PortId y_port() const { return y > 0 ? kNorth : kSouth; }

    int x, y;
};

/// The entry of a routing function by load, without options, that is made of a mesh of two
/// dimensions.
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
