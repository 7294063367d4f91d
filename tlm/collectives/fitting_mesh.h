#pragma once

#include <string>

#include "topologies/mesh.h"

namespace flitscope::tl {

/// The meshes that an algorithm is defined for.
enum class MeshShape {
    labelled,     ///< two or three dimensions: those with Hamiltonian labels
    flat,         ///< two dimensions
    flat_no_row,  ///< two dimensions of at least two nodes each
    power_of_two  ///< as many rows as columns, a power of two of at least two
};

/// The topology as such a mesh. Otherwise throws OptionError ("algorithm") with the meshes that the
/// algorithm accepts. `for_three`: the algorithm to use in three dimensions; "": none.
const topo::Mesh& fitting_mesh(const topo::Topology& topology, const std::string& algorithm,
                               MeshShape shape, const std::string& for_three = {});

}  // namespace flitscope::tl
