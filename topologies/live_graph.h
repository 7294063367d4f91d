#pragma once

#include <cstdint>
#include <vector>

#include "topologies/channels.h"
#include "topologies/topology.h"

namespace flitscope::topo {

/// An element that can fail: a node, or all channels between two nodes in both directions.
struct FaultElement {
    NodeId node = 0;
    NodeId other = kNoNode;  ///< the other end of a link; kNoNode: a node

    bool is_node() const { return other == kNoNode; }
};

/// Which channels of a topology are alive. An element may be dead for several reasons at once; a
/// channel is dead while its link or a node at one of its ends is.
class LiveGraph {
public:
    /// All alive. The topology outlives it.
    explicit LiveGraph(const Topology& topology);

    const Topology& topology() const { return *topology_; }
    bool alive(NodeId node) const { return node_deaths_[static_cast<std::size_t>(node)] == 0; }
    /// Whether the channel out of this port is alive; false if the port is not connected.
    bool alive(NodeId node, PortId port) const;
    bool all_alive() const { return deaths_ == 0; }

    /// Adds or removes a reason for which the element is dead. A link that does not exist has no
    /// channels.
    void fail(const FaultElement& element) { count(element, 1); }
    void repair(const FaultElement& element) { count(element, -1); }

private:
    void count(const FaultElement& element, int by);

    const Topology* topology_;
    std::vector<std::int32_t> node_deaths_;
    ChannelNumbers numbers_;
    std::vector<std::int32_t> channel_deaths_;  ///< by number, of links alone
    std::int64_t deaths_ = 0;                   ///< reasons, of all elements
};

/// The ports of `node` whose channels lead to `other`.
std::vector<PortId> ports_to(const Topology& topology, NodeId node, NodeId other);

}  // namespace flitscope::topo
