#pragma once

#include "topologies/topology.h"

namespace flitscope::rtl {

/// The parts of the addresses that flits carry (docs/router.md, section 2): the id of a node's
/// router, and below it, in as many bits as the router with the most nodes needs, the node's number
/// there. With one node at every router an address is the node's id.
struct AddressParts {
    int local_bits = 0;

    topo::RouterId router(topo::NodeId address) const { return address >> local_bits; }
    int local(topo::NodeId address) const { return address & ((1 << local_bits) - 1); }
};

/// The addresses of a network's nodes.
class NodeAddresses : public AddressParts {
public:
    explicit NodeAddresses(const topo::Topology& topology)
        : AddressParts{topology.local_bits()}, topology_(&topology) {}

    topo::NodeId of(topo::NodeId node) const {
        const topo::NodePlace place = topology_->place(node);
        return place.router << local_bits | place.local;
    }
    topo::NodeId node(topo::NodeId address) const {
        return topology_->first_node(router(address)) + local(address);
    }

private:
    const topo::Topology* topology_;
};

}  // namespace flitscope::rtl
