#include "topologies/graph_search.h"

#include "common/at.h"
#include "topologies/channels.h"

namespace flitscope::topo {

Neighbours neighbours_of(const Topology& topology) {
    Neighbours all(at(topology.nodes()));
    for_each_channel(topology, [&](NodeId from, PortId /*port*/, const PortPeer& to) {
        all[at(from)].push_back(to.node);
    });
    return all;
}

GraphSearch search_from(const Neighbours& neighbours, NodeId start) {
    GraphSearch search{{start}, std::vector<int>(neighbours.size(), -1)};
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
