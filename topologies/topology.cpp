#include "topologies/topology.h"

#include "common/at.h"
#include "topologies/graph_search.h"

namespace flitscope::topo {

int Topology::distance(NodeId from, NodeId to) const {
    return search_from(Neighbours(*this), from).hops[at(to)];
}

NodeId Topology::node_at(const std::vector<int>& coordinates) const {
    const bool one = coordinates.size() == 1;
    return one && coordinates[0] >= 0 && coordinates[0] < nodes() ? coordinates[0] : kNoNode;
}

std::vector<NodeOrbit> Topology::orbits() const {
    std::vector<NodeOrbit> all(at(nodes()));
    for (NodeId node = 0; node < nodes(); ++node) {
        all[at(node)] = {node, 1};
    }
    return all;
}

}  // namespace flitscope::topo
