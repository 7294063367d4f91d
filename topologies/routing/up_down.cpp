#include "topologies/routing/up_down.h"

#include <algorithm>
#include <limits>

#include "topologies/live_graph.h"

namespace flitscope::topo {

namespace {

/// `peer` is the other end of the port.
bool leads_on(const LiveGraph* alive, NodeId node, PortId port, const PortPeer& peer) {
    return peer.connected() && (alive == nullptr || alive->alive(node, port));
}

}  // namespace

UpDown::UpDown(const Topology& topology, NodeId root, const LiveGraph* alive)
    : topology_(&topology), nodes_(topology.routers()), root_(root) {
    if (nodes_ > kMaxNodes) {
        throw OptionError("algorithm", "up_down keeps a table of all pairs of nodes: " +
                                           topology.kind() + " has " + std::to_string(nodes_) +
                                           " nodes, at most " + std::to_string(kMaxNodes));
    }
    require_range("up_down", "root", root, 0, nodes_ - 1);
    const std::vector<NodeId> by_rank = rank_nodes(alive);
    ways_.resize(static_cast<std::size_t>(nodes_) * static_cast<std::size_t>(nodes_));
    const std::vector<Steps> ways = steps(alive);
    for (NodeId destination = 0; destination < nodes_; ++destination) {
        find_ways(by_rank, ways, destination);
    }
}

std::unique_ptr<RoutingFunction> UpDown::remade(const LiveGraph& alive) const {
    return std::unique_ptr<RoutingFunction>(new UpDown(*topology_, root_, &alive));
}

/// Returns the nodes by rank: those of the root's part of the graph first.
std::vector<NodeId> UpDown::rank_nodes(const LiveGraph* alive) {
    rank_.assign(static_cast<std::size_t>(nodes_), kNoNode);
    std::vector<NodeId> by_rank;
    rank_part(root_, alive, by_rank);
    if (alive == nullptr && by_rank.size() != rank_.size()) {
        throw OptionError("algorithm", "up_down: not every node can be reached from node " +
                                           std::to_string(root_));
    }
    for (NodeId node = 0; node < nodes_; ++node) {
        if (rank_[static_cast<std::size_t>(node)] == kNoNode) {
            rank_part(node, alive, by_rank);
        }
    }
    return by_rank;
}

/// Breadth first from the root, equally near nodes by id.
void UpDown::rank_part(NodeId root, const LiveGraph* alive, std::vector<NodeId>& by_rank) {
    std::vector<NodeId> level{root};
    while (!level.empty()) {
        std::sort(level.begin(), level.end());
        level.erase(std::unique(level.begin(), level.end()), level.end());
        for (const NodeId node : level) {
            rank_[static_cast<std::size_t>(node)] = static_cast<NodeId>(by_rank.size());
            by_rank.push_back(node);
        }
        std::vector<NodeId> next;
        for (const NodeId node : level) {
            for (PortId port = 0; port < topology_->ports(node); ++port) {
                const PortPeer peer = topology_->peer(node, port);
                if (leads_on(alive, node, port, peer) &&
                    rank_[static_cast<std::size_t>(peer.node)] == kNoNode) {
                    next.push_back(peer.node);
                }
            }
        }
        level = std::move(next);
    }
}

bool UpDown::up(NodeId node, PortId port) const {
    const NodeId there = topology_->peer(node, port).node;
    return rank_[static_cast<std::size_t>(there)] < rank_[static_cast<std::size_t>(node)];
}

/// The channels that lead on, listed once, because the topology computes them on every call.
std::vector<UpDown::Steps> UpDown::steps(const LiveGraph* alive) const {
    std::vector<Steps> steps(rank_.size());
    for (NodeId node = 0; node < nodes_; ++node) {
        Steps& here = steps[static_cast<std::size_t>(node)];
        for (PortId port = 0; port < topology_->ports(node); ++port) {
            const PortPeer peer = topology_->peer(node, port);
            if (leads_on(alive, node, port, peer)) {
                (up(node, port) ? here.up : here.down)
                    .push_back({peer.node, static_cast<Port>(port)});
            }
        }
    }
    return steps;
}

/// A way down only leads to nodes of higher rank, so the ways of a node depend on those of higher
/// ranks (down) and of lower ranks (up): one pass each.
void UpDown::find_ways(const std::vector<NodeId>& by_rank, const std::vector<Steps>& steps,
                       NodeId destination) {
    constexpr int kFar = std::numeric_limits<int>::max() / 2;
    std::vector<int> down(rank_.size(), kFar);  // hops
    std::vector<int> any(rank_.size(), kFar);
    const auto improve = [&](NodeId node, std::vector<int>& hops, Port Ways::*way,
                             const std::vector<Step>& channels, const std::vector<int>& beyond) {
        int& best = hops[static_cast<std::size_t>(node)];
        Port& taken = ways_[at(node, destination)].*way;
        for (const Step& step : channels) {
            const int length = beyond[static_cast<std::size_t>(step.to)] + 1;
            if (length < best || (length == best && best < kFar && step.port < taken)) {
                best = length;
                taken = step.port;
            }
        }
    };
    const auto of = [&](NodeId node) -> const Steps& {
        return steps[static_cast<std::size_t>(node)];
    };
    down[static_cast<std::size_t>(destination)] = any[static_cast<std::size_t>(destination)] = 0;
    for (auto node = by_rank.rbegin(); node != by_rank.rend(); ++node) {
        if (*node != destination) {
            improve(*node, down, &Ways::down, of(*node).down, down);
        }
    }
    for (const NodeId node : by_rank) {
        if (node != destination) {
            improve(node, any, &Ways::any, of(node).down, down);
            improve(node, any, &Ways::any, of(node).up, any);
        }
    }
}

RouteCandidate UpDown::only_candidate(const RouteQuery& query) const {
    const Ways& ways = ways_[at(query.here, query.destination)];
    // The head came through a down channel if the way back is up.
    const bool came_down = query.input_port >= 0 && up(query.here, query.input_port);
    // After a fault the way down may be missing; the head then continues as from a source.
    const Port way = came_down && ways.down != kNone ? ways.down : ways.any;
    return {way == kNone ? -1 : PortId{way}, 0};
}

RoutingEntry up_down_entry() {
    return {"up_down",
            {whole_number("root", 0, UpDown::kMaxNodes - 1, "node at the top").or_else("0")},
            [](const Topology& topology, const Options& options) {
                return std::make_unique<UpDown>(topology,
                                                static_cast<NodeId>(options.integer("root", 0)));
            }};
}

}  // namespace flitscope::topo
