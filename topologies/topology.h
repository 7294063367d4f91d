#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/options.h"

namespace flitscope::topo {

using NodeId = std::int32_t;
using PortId = std::int32_t;

constexpr NodeId kNoNode = -1;

/// Where a channel leads: the neighbour and the neighbour's port for the same link. `node ==
/// kNoNode`: not connected.
struct PortPeer {
    NodeId node = kNoNode;
    PortId port = -1;

    bool connected() const { return node != kNoNode; }
    friend bool operator==(const PortPeer& a, const PortPeer& b) {
        return a.node == b.node && a.port == b.port;
    }
};

/// Hops of shortest paths over all ordered pairs of different nodes. One node: both are 0.
struct DistanceSummary {
    int diameter = 0;
    double mean = 0;
};

/// Nodes that symmetry makes alike: the graph looks the same from each of them.
struct NodeOrbit {
    NodeId representative = 0;
    NodeId members = 1;  ///< the representative included
};

/// A network as a plain graph of full-duplex links with numbered ports. Knows no routers and no
/// time.
///
/// Ports of a node are 0..ports(node)-1 in the order of the topology's definition; some may be
/// unconnected (border of a mesh). Local ports are not counted here; the router appends them. Links
/// are symmetric: peer(peer(n, p).node, peer(n, p).port) == {n, p}.
class Topology {
public:
    virtual ~Topology() = default;

    virtual std::string kind() const = 0;         ///< configuration name, e.g. "hypercube"
    virtual NodeId nodes() const = 0;             ///< node ids are 0..nodes()-1
    virtual PortId ports(NodeId node) const = 0;  ///< network ports, unconnected ones counted
    virtual PortPeer peer(NodeId node, PortId port) const = 0;
    virtual std::vector<std::string> link_classes()
        const = 0;  ///< e.g. "dimension 0", "dimension 1"
    virtual int link_class(NodeId node,
                           PortId port) const = 0;  ///< index into link_classes(); port connected
    /// Hops of a shortest path. The default is a breadth-first search; override with the closed
    /// form where there is one.
    virtual int distance(NodeId from, NodeId to) const;
    /// Coordinates of a node, lowest dimension first; {node} where the topology has none.
    virtual std::vector<int> coordinates(NodeId node) const { return {node}; }
    /// The node at these coordinates, the inverse of coordinates(); kNoNode: there is none.
    virtual NodeId node_at(const std::vector<int>& coordinates) const;
    /// What users type for a node: "5" or, on meshes, "(1,1)". Default: the decimal id.
    virtual std::string node_name(NodeId node) const { return std::to_string(node); }
    /// The position is backed by a standby spare: a second unit at the same address and links,
    /// which takes over when the first one fails.
    virtual bool has_spare(NodeId /*node*/) const { return false; }
    /// Links cut by the topology's best known balanced bisection, or -1 where no closed form is
    /// known.
    virtual std::int64_t bisection() const { return -1; }
    /// Diameter and mean distance where a closed form is known.
    virtual std::optional<DistanceSummary> distance_summary() const { return std::nullopt; }
    /// A partition of the nodes by symmetry, so that a breadth-first search from each
    /// representative sees all distances. The default claims no symmetry: every node for itself.
    virtual std::vector<NodeOrbit> orbits() const;
};

}  // namespace flitscope::topo
