#pragma once

#include "topologies/topology.h"

namespace flitscope::rtl {

/// The addresses that flits carry (docs/router.md, section 2): the id of a node's router, and below
/// it, in as many bits as the router with the most nodes needs, the node's number there. With one
/// node at every router an address is the node's id.
class NodeAddresses {
public:
    explicit NodeAddresses(const topo::Topology& topology)
        : topology_(&topology), local_bits_(topology.local_bits()) {}

    int local_bits() const { return local_bits_; }
    topo::NodeId of(topo::NodeId node) const {
        if (local_bits_ == 0) {
            return topology_->place(node).router;
        }
        const topo::NodePlace place = topology_->place(node);
        return place.router << local_bits_ | place.local;
    }
    topo::RouterId router(topo::NodeId address) const { return address >> local_bits_; }
    int local(topo::NodeId address) const { return address & ((1 << local_bits_) - 1); }
    topo::NodeId node(topo::NodeId address) const {
        return topology_->first_node(router(address)) + local(address);
    }

private:
    const topo::Topology* topology_;
    int local_bits_;
};

}  // namespace flitscope::rtl
