#pragma once

#include <cstdint>
#include <vector>

namespace flitscope::topo {

using NodeId = std::int32_t;
using RouterId = NodeId;

/// Where a node is attached: its router, and its number among the nodes there.
struct NodePlace {
    RouterId router = 0;
    int local = 0;

    friend bool operator==(const NodePlace& a, const NodePlace& b) {
        return a.router == b.router && a.local == b.local;
    }
};

/// How many nodes sit at each router. Node ids ascend with the router, and at one router with the
/// local index: the nodes of a router are first(router)..first(router)+at(router)-1.
class NodePlacement {
public:
    /// `each` nodes, at least 1, at each of the routers 0..routers-1, and none at those behind.
    NodePlacement(int each, RouterId routers)
        : each_(each), most_(each), nodes_(each * routers) {}
    /// By router, at least one node in all.
    explicit NodePlacement(const std::vector<int>& nodes_of_router);

    NodeId nodes() const { return nodes_; }
    int at(RouterId router) const;
    NodeId first(RouterId router) const;
    NodePlace of(NodeId node) const;  ///< node: 0..nodes()-1
    int most() const { return most_; }  ///< nodes at a router

private:
    int each_ = 0;  ///< 0: as first_ says
    int most_ = 0;
    NodeId nodes_ = 0;
    std::vector<NodeId> first_;  ///< [router], and nodes_ at the end
};

}  // namespace flitscope::topo
