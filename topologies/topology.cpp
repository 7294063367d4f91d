#include "topologies/topology.h"

#include <deque>

namespace flitscope::topo {

int Topology::distance(NodeId from, NodeId to) const {
    std::vector<int> hops(static_cast<std::size_t>(nodes()), -1);
    std::deque<NodeId> open{from};
    hops[static_cast<std::size_t>(from)] = 0;
    while (!open.empty()) {
        const NodeId node = open.front();
        open.pop_front();
        if (node == to) {
            break;
        }
        for (PortId port = 0; port < ports(node); ++port) {
            const PortPeer next = peer(node, port);
            if (next.connected() && hops[static_cast<std::size_t>(next.node)] < 0) {
                hops[static_cast<std::size_t>(next.node)] =
                    hops[static_cast<std::size_t>(node)] + 1;
                open.push_back(next.node);
            }
        }
    }
    return hops[static_cast<std::size_t>(to)];
}

NodeId Topology::node_at(const std::vector<int>& coordinates) const {
    const bool one = coordinates.size() == 1;
    return one && coordinates[0] >= 0 && coordinates[0] < nodes() ? coordinates[0] : kNoNode;
}

std::vector<NodeOrbit> Topology::orbits() const {
    std::vector<NodeOrbit> all(static_cast<std::size_t>(nodes()));
    for (NodeId node = 0; node < nodes(); ++node) {
        all[static_cast<std::size_t>(node)] = {node, 1};
    }
    return all;
}

}  // namespace flitscope::topo
