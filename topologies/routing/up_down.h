#pragma once

#include <cstdint>
#include <vector>

#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {

/// Up*/down* routing on any connected topology (Schroeder et al.: Autonet, 1991): channels towards
/// the root of a breadth-first spanning tree are *up*, the others *down*, and no message goes up
/// again after it went down. Deterministic, deadlock-free with one VC class, and with paths as
/// short as this rule allows.
///
/// Of two nodes the one nearer to the root is above; of equally near ones the one with the lower
/// id. Among shortest paths it takes the lowest port. It stores two ports for every pair of nodes.
///
/// If elements are dead, the rule holds in each connected live part, whose root is the lowest of
/// its nodes, or `root` if it belongs to the part.
class UpDown : public DeterministicRouting {
public:
    static constexpr NodeId kMaxNodes = 4096;

    /// Throws OptionError: "root" for a node that does not exist, "algorithm" for more than
    /// kMaxNodes nodes or if some node cannot be reached.
    UpDown(const Topology& topology, NodeId root) : UpDown(topology, root, nullptr) {}

    std::string algorithm() const override { return "up_down"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    RouteDependence dependence() const override { return {true, false, false}; }
    std::unique_ptr<RoutingFunction> remade(const LiveGraph& alive) const override;

    /// Whether the channel out of this port is an up channel.
    bool up(NodeId node, PortId port) const;

private:
    using Port = std::uint16_t;
    static constexpr Port kNone = 0xFFFF;
    /// Ports out of one node to one destination.
    struct Ways {
        Port any = kNone;   ///< for who may still go up
        Port down = kNone;  ///< for who came down; kNone: no such message
    };
    /// The channels out of one node.
    struct Step {
        NodeId to;
        Port port;
    };
    struct Steps {
        std::vector<Step> up, down;
    };

    std::size_t at(NodeId node, NodeId destination) const {
        return static_cast<std::size_t>(destination) * static_cast<std::size_t>(nodes_) +
               static_cast<std::size_t>(node);
    }
    /// `alive`: null, or the live elements for which the tables are made.
    UpDown(const Topology& topology, NodeId root, const LiveGraph* alive);
    std::vector<NodeId> rank_nodes(const LiveGraph* alive);
    void rank_part(NodeId root, const LiveGraph* alive, std::vector<NodeId>& by_rank);
    std::vector<Steps> steps(const LiveGraph* alive) const;
    void find_ways(const std::vector<NodeId>& by_rank, const std::vector<Steps>& steps,
                   NodeId destination);

    const Topology* topology_;
    NodeId nodes_;
    NodeId root_;
    std::vector<NodeId> rank_;  ///< [node]; 0: the root
    std::vector<Ways> ways_;
};

/// Option `root: node`, default 0.
RoutingEntry up_down_entry();

}  // namespace flitscope::topo
