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

/// The far end of a channel: the neighbour and its port for the same link. `node == kNoNode`: not
/// connected.
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

/// Nodes that are equivalent by symmetry: the graph looks the same from each of them.
struct NodeOrbit {
    NodeId representative = 0;
    NodeId members = 1;  ///< the representative included
};

/// A network as a plain graph of full-duplex links with numbered ports. It has no notion of routers
/// or time.
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
    /// Hops of a shortest path. The default is a breadth-first search; override it with the closed
    /// form if there is one.
    virtual int distance(NodeId from, NodeId to) const;
    /// Coordinates of a node, lowest dimension first; {node} if the topology has none.
    virtual std::vector<int> coordinates(NodeId node) const { return {node}; }
    /// The node at these coordinates, the inverse of coordinates(); kNoNode: there is none.
    virtual NodeId node_at(const std::vector<int>& coordinates) const;
    /// A node as users write it: "5" or, on meshes, "(1,1)". Default: the decimal id.
    virtual std::string node_name(NodeId node) const { return std::to_string(node); }
    /// Whether the position has a standby spare: a second unit at the same address and links, which
    /// takes over when the first one fails.
    virtual bool has_spare(NodeId /*node*/) const { return false; }
    /// The other node of the network to which this link of `node` is switched when `node` fails, if
    /// the spare of `node` is such a node and no second unit; `node` itself: none.
    virtual NodeId own_node_spare(NodeId node, PortId /*port*/) const { return node; }
    /// Links cut by the topology's best known balanced bisection, or -1 if no closed form is known.
    virtual std::int64_t bisection() const { return -1; }
    /// Diameter and mean distance if a closed form is known.
    virtual std::optional<DistanceSummary> distance_summary() const { return std::nullopt; }
    /// A partition of the nodes by symmetry, so that a breadth-first search from each
    /// representative sees all distances. The default assumes no symmetry: each node is a separate
    /// orbit.
    virtual std::vector<NodeOrbit> orbits() const;
};

}  // namespace flitscope::topo
