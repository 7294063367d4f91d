#pragma once

#include "topologies/hamiltonian_labels.h"
#include "topologies/mesh.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Routing along the labels of a Hamiltonian path, the function R of path-based multicast (Lin,
/// McKinley and Ni, 1994; in three dimensions El-Obaid and Zuo, eq. 3): to the neighbour whose
/// label is nearest to that of the destination without passing it.
///
/// Labels rise, or fall, at every hop, so it is free of deadlock with one VC class. Paths are
/// shortest in two dimensions; in three they may be a few hops longer than the distance.
class Hamiltonian : public DeterministicRouting {
public:
    /// Throws OptionError ("algorithm") as HamiltonianLabels does.
    explicit Hamiltonian(const Mesh& mesh);

    const HamiltonianLabels& labels() const { return labels_; }

    std::string algorithm() const override { return "hamiltonian"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    RouteDependence dependence() const override { return {false, false, false}; }
    /// Worms whose labels rise, and those whose labels fall.
    int ejection_classes() const override { return 2; }
    int ejection_class(NodeId here, PortId input_port) const override;

private:
    const Mesh* mesh_;
    HamiltonianLabels labels_;
};

RoutingEntry hamiltonian_entry();

}  // namespace flitscope::topo
