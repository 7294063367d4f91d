#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/header_route.h"
#include "topologies/channels.h"

namespace flitscope::tb {

/// Some of the nodes of a network.
class NodeSet {
public:
    explicit NodeSet(topo::NodeId nodes) : words_((static_cast<std::size_t>(nodes) + 63) / 64) {}
    void add(topo::NodeId node) { word(node) |= bit(node); }
    void remove(topo::NodeId node) { word(node) &= ~bit(node); }
    bool meets(const NodeSet& other) const;  ///< of the same network

private:
    std::uint64_t& word(topo::NodeId node) { return words_[static_cast<std::size_t>(node) / 64]; }
    static std::uint64_t bit(topo::NodeId node) { return std::uint64_t{1} << (node & 63); }

    std::vector<std::uint64_t> words_;
};

/// The paths of worms of a header routing between addresses. A path depends only on the node and
/// the address (rtl::header_route), so all of them have N^2 hops.
class AddressWays {
public:
    /// visit(node, way, beyond), called for every node and every other address: how a worm leaves
    /// the node, and the next one (const topo::RouteCandidate*; null: that is the address). Keeps
    /// a pointer to the network.
    template <typename Visit>
    AddressWays(const rtl::NetworkDescription& network, int routing, Visit visit)
        : network_(&network),
          routing_(routing),
          topology_(network.topology),
          numbers_(*topology_),
          left_by_(numbers_.count(), NodeSet(topology_->nodes())),
          reached_by_(left_by_),
          next_(static_cast<std::size_t>(topology_->nodes())) {
        for (topo::NodeId to = 0; to < topology_->nodes(); ++to) {
            follow_to(to);
            for (topo::NodeId node = 0; node < topology_->nodes(); ++node) {
                if (node != to) {
                    const topo::RouteCandidate& way = next_[static_cast<std::size_t>(node)];
                    const topo::NodeId then = topology_->peer(node, way.port).node;
                    visit(node, way, then == to ? nullptr : &next_[static_cast<std::size_t>(then)]);
                }
            }
        }
    }

    /// The addresses towards which a worm leaves a node by this port.
    const NodeSet& left_by(topo::NodeId node, topo::PortId port) const {
        return left_by_[numbers_.of(node, port)];
    }
    /// The nodes from which a worm towards this node comes in by this port.
    const NodeSet& reached_by(topo::NodeId node, topo::PortId port) const {
        return reached_by_[numbers_.of(node, port)];
    }

private:
    void follow_to(topo::NodeId to);

    const rtl::NetworkDescription* network_;
    int routing_;
    const topo::Topology* topology_;
    topo::ChannelNumbers numbers_;
    std::vector<NodeSet> left_by_, reached_by_;  ///< [node, port]
    std::vector<topo::RouteCandidate> next_;     ///< [node] towards the present address; scratch
    std::vector<topo::PortId> input_;            ///< [node] by which one gets there; scratch
    std::vector<topo::NodeId> path_;             ///< scratch
};

}  // namespace flitscope::tb
