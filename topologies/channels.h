#pragma once

#include "topologies/topology.h"

namespace flitscope::topo {

/// visit(from, port, peer) for every channel, in ascending order of (from, port).
template <typename Visit>
void for_each_channel(const Topology& topology, Visit visit) {
    for (NodeId from = 0; from < topology.nodes(); ++from) {
        for (PortId port = 0; port < topology.ports(from); ++port) {
            const PortPeer peer = topology.peer(from, port);
            if (peer.connected()) {
                visit(from, port, peer);
            }
        }
    }
}

}  // namespace flitscope::topo
