#include "topologies/hamiltonian_labels.h"

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

namespace {

/// `position` of 0..size-1, counted from the other end where the path runs backwards.
NodeId along(NodeId position, NodeId size, bool backwards) {
    return backwards ? size - 1 - position : position;
}

}  // namespace

HamiltonianLabels::HamiltonianLabels(const Mesh& mesh, const std::string& part,
                                     const std::string& key) {
    if (mesh.dimensions() != 2 && mesh.dimensions() != 3) {
        throw does_not_fit(mesh, key, part, "mesh of two or three dimensions");
    }
    columns_ = mesh.size(0);
    rows_ = mesh.size(1);
    layers_ = mesh.dimensions() == 3 ? mesh.size(2) : 1;
}

NodeId HamiltonianLabels::label(NodeId node) const {
    const NodeId x = node % columns_;
    const NodeId y = node / columns_ % rows_;
    const NodeId z = node / columns_ / rows_;
    return columns_ * (layers_ * y + along(z, layers_, y % 2 == 1)) +
           along(x, columns_, (y + z) % 2 == 1);
}

NodeId HamiltonianLabels::node(NodeId label) const {
    const NodeId y = label / columns_ / layers_;
    const NodeId z = along(label / columns_ % layers_, layers_, y % 2 == 1);
    const NodeId x = along(label % columns_, columns_, (y + z) % 2 == 1);
    return x + columns_ * (y + rows_ * z);
}

}  // namespace flitscope::topo
