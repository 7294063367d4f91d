#pragma once

#include <string>

#include "topologies/mesh.h"

namespace flitscope::topo {

/// Positions of the nodes of a two- or three-dimensional mesh on a Hamiltonian path (El-Obaid and
/// Zuo: Hamiltonian models for designing multicasting in all-ported 3-D wormhole-routing meshes,
/// eq. 2).
///
/// Labels are 0..nodes-1; neighbours on the path differ by 1. With Nx = size(0), Nz = size(2) (1 in
/// two dimensions) the path runs back and forth along rows of x, then z, then y:
///
///     label = Nx*Nz*y + Nx*(z if y is even, else Nz-1-z) + (x if y + z is even, else Nx-1-x)
class HamiltonianLabels {
public:
    /// `part`, which needs the labels, and `key` are for the error. Throws OptionError (`key`) for
    /// a mesh of another number of dimensions.
    HamiltonianLabels(const Mesh& mesh, const std::string& part, const std::string& key);

    NodeId label(NodeId node) const;
    NodeId node(NodeId label) const;  ///< the inverse

private:
    NodeId columns_;     ///< Nx
    NodeId rows_;        ///< Ny
    NodeId layers_ = 1;  ///< Nz
};

}  // namespace flitscope::topo
