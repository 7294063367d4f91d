#include "topologies/topology.h"

#include "common/at.h"
#include "topologies/graph_search.h"

namespace flitscope::topo {

int Topology::distance(NodeId from, NodeId to) const {
    return search_from(Neighbours(*this), from).hops[at(to)];
}

int Topology::local_bits() const {
    int bits = 0;
    while (placement_ && 1 << bits < placement_->most()) {
        ++bits;
    }
    return bits;
}

std::string Topology::node_name(NodeId node) const {
    const NodePlace at = place(node);
    return router_name(at.router) + (placement_ ? "." + std::to_string(at.local) : "");
}

RouterId Topology::router_at(const std::vector<int>& coordinates) const {
    const bool one = coordinates.size() == 1;
    return one && coordinates[0] >= 0 && coordinates[0] < routers() ? coordinates[0] : kNoNode;
}

std::vector<RouterOrbit> Topology::orbits() const {
    std::vector<RouterOrbit> all(at(routers()));
    for (RouterId router = 0; router < routers(); ++router) {
        all[at(router)] = {router, 1};
    }
    return all;
}

}  // namespace flitscope::topo
