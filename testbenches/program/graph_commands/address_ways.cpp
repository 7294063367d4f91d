#include "testbenches/program/graph_commands/address_ways.h"

namespace flitscope::tb {

bool NodeSet::meets(const NodeSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
        if ((words_[i] & other.words_[i]) != 0) {
            return true;
        }
    }
    return false;
}

void AddressWays::follow_to(topo::NodeId to) {
    constexpr topo::PortId kUnknown = -1;
    const topo::NodeId nodes = topology_->nodes();
    for (topo::NodeId node = 0; node < nodes; ++node) {
        if (node != to) {
            const topo::RouteCandidate way = rtl::header_route(*network_, routing_, -1, node, to);
            next_[static_cast<std::size_t>(node)] = way;
            left_by_[numbers_.of(node, way.port)].add(to);
        }
    }
    input_.assign(static_cast<std::size_t>(nodes), kUnknown);
    for (topo::NodeId from = 0; from < nodes; ++from) {
        if (from == to) {
            continue;
        }
        path_.clear();
        topo::PortPeer there{from, kUnknown};
        topo::PortId input = kUnknown;
        while (there.node != to && input == kUnknown) {
            path_.push_back(there.node);
            input = input_[static_cast<std::size_t>(there.node)];
            there = topology_->peer(there.node, next_[static_cast<std::size_t>(there.node)].port);
        }
        input = input == kUnknown ? there.port : input;
        for (const topo::NodeId node : path_) {
            input_[static_cast<std::size_t>(node)] = input;
        }
        reached_by_[numbers_.of(to, input)].add(from);
    }
}

}  // namespace flitscope::tb
