#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/options.h"
#include "topologies/node_placement.h"

namespace flitscope::topo {

using PortId = std::int32_t;

constexpr NodeId kNoNode = -1;

/// The far end of a channel: the neighbouring router and its port for the same link.
/// `node == kNoNode`: not connected.
struct PortPeer {
    NodeId node = kNoNode;
    PortId port = -1;

    bool connected() const { return node != kNoNode; }
    friend bool operator==(const PortPeer& a, const PortPeer& b) {
        return a.node == b.node && a.port == b.port;
    }
};

/// Hops of shortest paths over all ordered pairs of different nodes; between nodes of one router
/// there are 0. One node: both are 0.
struct DistanceSummary {
    int diameter = 0;
    double mean = 0;
};

/// Routers that are equivalent by symmetry: the graph looks the same from each of them.
struct RouterOrbit {
    RouterId representative = 0;
    RouterId members = 1;  ///< the representative included
};

/// A network as a plain graph of routers, joined by full-duplex links with numbered ports, and the
/// nodes that sit at them. It has no notion of time.
///
/// Ports of a router are 0..ports(router)-1 in the order of the topology's definition; some may be
/// unconnected (border of a mesh). Local ports are not counted here; the router appends them. Links
/// are symmetric: peer(peer(r, p).node, peer(r, p).port) == {r, p}.
///
/// Most topologies have one node at every router. Then the node has the number of its router.
class Topology {
public:
    virtual ~Topology() = default;

    virtual std::string kind() const = 0;         ///< configuration name, e.g. "hypercube"
    virtual RouterId routers() const = 0;         ///< router ids are 0..routers()-1
    /// Network ports, unconnected ones counted.
    virtual PortId ports(RouterId router) const = 0;
    virtual PortPeer peer(RouterId router, PortId port) const = 0;
    virtual std::vector<std::string> link_classes()
        const = 0;  ///< e.g. "dimension 0", "dimension 1"
    virtual int link_class(RouterId router,
                           PortId port) const = 0;  ///< index into link_classes(); port connected

    NodeId nodes() const { return placement_ ? placement_->nodes() : routers(); }
    /// Whether every router has exactly one node.
    bool one_node_per_router() const { return !placement_; }
    int nodes_at(RouterId router) const { return placement_ ? placement_->at(router) : 1; }
    /// The lowest node at this router; the others follow it.
    NodeId first_node(RouterId router) const {
        return placement_ ? placement_->first(router) : router;
    }
    /// Bits for the local index of a node.
    int local_bits() const;
    NodePlace place(NodeId node) const {
        return placement_ ? placement_->of(node) : NodePlace{node, 0};
    }
    /// Routers of a group: routers i*n..i*n+n-1 are group i. The default takes each router as a
    /// group.
    virtual RouterId routers_per_group() const { return 1; }
    /// A node as users write it: its router's name, followed by its number there where a router
    /// may have several: "(1,1)", "(1,1).3".
    virtual std::string node_name(NodeId node) const;

    /// Hops of a shortest path. The default is a breadth-first search; override it with the closed
    /// form if there is one.
    virtual int distance(RouterId from, RouterId to) const;
    /// Coordinates of a router, lowest dimension first; {router} if the topology has none.
    virtual std::vector<int> coordinates(RouterId router) const { return {router}; }
    /// The router at these coordinates, the inverse of coordinates(); kNoNode: there is none.
    virtual RouterId router_at(const std::vector<int>& coordinates) const;
    /// A router as users write it: "5" or, on meshes, "(1,1)". Default: the decimal id.
    virtual std::string router_name(RouterId router) const { return std::to_string(router); }
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
    /// A partition of the routers by symmetry, so that a breadth-first search from each
    /// representative sees all distances. The default assumes no symmetry: each router is a
    /// separate orbit.
    virtual std::vector<RouterOrbit> orbits() const;

protected:
    /// For topologies with none or several nodes at a router; called by their constructors.
    void place_nodes(NodePlacement placement) { placement_ = std::move(placement); }

private:
    std::optional<NodePlacement> placement_;
};

}  // namespace flitscope::topo
