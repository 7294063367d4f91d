#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// Numbers the channels: the ports of all nodes, ascending by (node, port). Unconnected ports have
/// numbers, too.
class ChannelNumbers {
public:
    explicit ChannelNumbers(const Topology& topology) : first_{0} {
        for (NodeId node = 0; node < topology.routers(); ++node) {
            first_.push_back(first_.back() + static_cast<std::size_t>(topology.ports(node)));
        }
    }

    std::size_t count() const { return first_.back(); }
    std::size_t of(NodeId node, PortId port) const {
        return first_[static_cast<std::size_t>(node)] + static_cast<std::size_t>(port);
    }
    /// The node whose port has this number, below count().
    NodeId node_of(std::size_t number) const {
        return static_cast<NodeId>(std::upper_bound(first_.begin(), first_.end(), number) -
                                   first_.begin() - 1);
    }

private:
    std::vector<std::size_t> first_;  ///< [node], and the total at the end
};

/// visit(from, port, peer) for every channel, in ascending order of (from, port).
template <typename Visit>
void for_each_channel(const Topology& topology, Visit visit) {
    for (NodeId from = 0; from < topology.routers(); ++from) {
        for (PortId port = 0; port < topology.ports(from); ++port) {
            const PortPeer peer = topology.peer(from, port);
            if (peer.connected()) {
                visit(from, port, peer);
            }
        }
    }
}

/// The same for every link once, from its lower node.
template <typename Visit>
void for_each_link(const Topology& topology, Visit visit) {
    for_each_channel(topology, [&](NodeId from, PortId port, const PortPeer& to) {
        if (from < to.node) {
            visit(from, port, to);
        }
    });
}

}  // namespace flitscope::topo
