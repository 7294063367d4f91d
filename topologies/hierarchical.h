#pragma once

#include <memory>

#include "topologies/registry.h"

namespace flitscope::topo {

/// Clusters, all of one network, joined by a second one, the top. The routers of the top are the
/// clusters. Each cluster has the same interfaces: routers that have, behind the ports that they
/// have in the cluster, all ports of the top. A link of the top joins equal interfaces of two
/// clusters, so there are as many copies of the top as interfaces, and no further routers.
///
/// Router id = cluster * routers of a cluster + its id there; nodes likewise. The link classes are
/// those of the cluster and those of the top: "cluster.dimension 0", "top.ring".
class Hierarchical : public Topology {
public:
    /// What it is composed of.
    struct Parts {
        std::unique_ptr<Topology> cluster;
        std::unique_ptr<Topology> top;
        std::vector<RouterId> interfaces;  ///< by their ids in the cluster, in any order
    };

    /// Throws OptionError: "top" for one with other than one node at every router, or with too many
    /// routers; "interface" for none, and for routers that do not exist, have no node, or are
    /// listed twice.
    explicit Hierarchical(Parts parts);

    const Topology& cluster_network() const { return *parts_.cluster; }
    const Topology& top_network() const { return *parts_.top; }
    const std::vector<RouterId>& interfaces() const { return parts_.interfaces; }  ///< ascending
    RouterId cluster(RouterId router) const { return router / size_; }
    RouterId local(RouterId router) const { return router % size_; }
    RouterId cluster_size() const { return size_; }  ///< routers
    /// Index in interfaces(); -1: the router is none.
    int interface_of(RouterId router) const;

    std::string kind() const override { return "hierarchical"; }
    RouterId routers() const override { return parts_.top->routers() * size_; }
    RouterId routers_per_group() const override { return size_; }
    PortId ports(RouterId router) const override;
    PortPeer peer(RouterId router, PortId port) const override;
    std::vector<std::string> link_classes() const override;
    int link_class(RouterId router, PortId port) const override;
    /// In one cluster as there; else over the interface that makes the way shortest.
    int distance(RouterId from, RouterId to) const override;
    /// A symmetry of the top is one of the whole.
    std::vector<RouterOrbit> orbits() const override;

private:
    Parts parts_;
    RouterId size_;
    int cluster_classes_;
};

/// Options `cluster`, `top`, `interface: first | all | [ids]`.
TopologyEntry hierarchical_topology_entry();

}  // namespace flitscope::topo
