#include "topologies/live_graph.h"

namespace flitscope::topo {

LiveGraph::LiveGraph(const Topology& topology)
    : topology_(&topology),
      node_deaths_(static_cast<std::size_t>(topology.routers()), 0),
      numbers_(topology),
      channel_deaths_(numbers_.count(), 0) {}

bool LiveGraph::alive(NodeId node, PortId port) const {
    const PortPeer peer = topology_->peer(node, port);
    return peer.connected() && alive(node) && alive(peer.node) &&
           channel_deaths_[numbers_.of(node, port)] == 0;
}

void LiveGraph::count(const FaultElement& element, int by) {
    deaths_ += by;
    if (element.is_node()) {
        node_deaths_[static_cast<std::size_t>(element.node)] += by;
        return;
    }
    const auto one_way = [&](NodeId from, NodeId to) {
        for (const PortId port : ports_to(*topology_, from, to)) {
            channel_deaths_[numbers_.of(from, port)] += by;
        }
    };
    one_way(element.node, element.other);
    one_way(element.other, element.node);
}

std::vector<PortId> ports_to(const Topology& topology, NodeId node, NodeId other) {
    std::vector<PortId> ports;
    for (PortId port = 0; port < topology.ports(node); ++port) {
        if (topology.peer(node, port).node == other) {
            ports.push_back(port);
        }
    }
    return ports;
}

}  // namespace flitscope::topo
