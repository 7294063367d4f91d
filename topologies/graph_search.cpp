#include "topologies/graph_search.h"

#include "common/at.h"

namespace flitscope::topo {

Neighbours::Neighbours(const Topology& topology) {
    for (NodeId node = 0; node < topology.routers(); ++node) {
        for (PortId port = 0; port < topology.ports(node); ++port) {
            const PortPeer peer = topology.peer(node, port);
            if (peer.connected()) {
                all_.push_back(peer.node);
            }
        }
        first_.push_back(all_.size());
    }
}

GraphSearch search_from(const Neighbours& neighbours, NodeId start) {
    GraphSearch search{{start}, std::vector<int>(neighbours.size(), -1)};
    search.order.reserve(neighbours.size());
    search.hops[at(start)] = 0;
    for (std::size_t i = 0; i < search.order.size(); ++i) {
        const NodeId node = search.order[i];
        for (const NodeId next : neighbours[at(node)]) {
            if (search.hops[at(next)] < 0) {
                search.hops[at(next)] = search.hops[at(node)] + 1;
                search.order.push_back(next);
            }
        }
    }
    return search;
}

}  // namespace flitscope::topo
