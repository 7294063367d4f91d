#include "topologies/routing/hamiltonian.h"

#include "topologies/fitting_topology.h"

namespace flitscope::topo {

Hamiltonian::Hamiltonian(const Mesh& mesh)
    : mesh_(&mesh), labels_(mesh, "hamiltonian", "algorithm") {}

RouteCandidate Hamiltonian::only_candidate(const RouteQuery& query) const {
    const NodeId here = labels_.label(query.here);
    const NodeId there = labels_.label(query.destination);
    const bool up = here < there;
    PortId nearest = -1;  // already there: the router ejects and does not ask
    NodeId reached = here;
    for (PortId port = 0; port < mesh_->ports(query.here); ++port) {
        const PortPeer peer = mesh_->peer(query.here, port);
        if (!peer.connected()) {
            continue;
        }
        const NodeId label = labels_.label(peer.node);
        if (up ? reached < label && label <= there : there <= label && label < reached) {
            nearest = port;
            reached = label;
        }
    }
    return {nearest, 0};
}

int Hamiltonian::ejection_class(NodeId here, PortId input_port) const {
    if (input_port < 0) {
        return 0;
    }
    return labels_.label(mesh_->peer(here, input_port).node) < labels_.label(here) ? 0 : 1;
}

RoutingEntry hamiltonian_entry() {
    return {"hamiltonian", {}, [](const Topology& topology, const Options& /*options*/) {
                return std::make_unique<Hamiltonian>(fitting_topology<Mesh>(
                    topology, "algorithm", "hamiltonian", "mesh of two or three dimensions"));
            }};
}

}  // namespace flitscope::topo
