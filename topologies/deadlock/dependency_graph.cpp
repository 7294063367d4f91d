#include "topologies/deadlock/dependency_graph.h"

#include <algorithm>

#include "common/at.h"
#include "topologies/deadlock/behind_cycles.h"

namespace flitscope::topo {
namespace {

using Successors = std::vector<std::vector<std::int32_t>>;

/// Vertices on a cycle or behind one.
std::vector<bool> behind_cycles_of(const Successors& successors) {
    return behind_cycles(successors.size(), [&](std::size_t vertex, const auto& visit) {
        for (const std::int32_t target : successors[vertex]) {
            visit(at(target));
        }
    });
}

/// The edges reversed, without those out of vertices that do not stay.
Successors reversed(const Successors& successors, const std::vector<bool>& stays) {
    Successors predecessors(successors.size());
    for (std::size_t vertex = 0; vertex < successors.size(); ++vertex) {
        if (stays[vertex]) {
            for (const std::int32_t target : successors[vertex]) {
                predecessors[at(target)].push_back(static_cast<std::int32_t>(vertex));
            }
        }
    }
    return predecessors;
}

/// Shortest cycles through single vertices by breadth-first search with a bound on the length.
class CycleSearch {
public:
    explicit CycleSearch(const Successors& successors)
        : successors_(&successors),
          parent_(successors.size(), -1),
          seen_in_(successors.size(), -1) {}

    /// A cycle through `start` with at most `longest` vertices; empty: none.
    std::vector<std::int32_t> through(std::int32_t start, std::size_t longest) {
        std::vector<std::int32_t> ring{start};
        for (std::size_t depth = 1; depth <= longest && !ring.empty(); ++depth) {
            std::vector<std::int32_t> next;
            for (const std::int32_t vertex : ring) {
                for (const std::int32_t target : (*successors_)[at(vertex)]) {
                    if (target == start) {
                        return path_back(vertex, start);
                    }
                    if (seen_in_[at(target)] != start) {
                        seen_in_[at(target)] = start;
                        parent_[at(target)] = vertex;
                        next.push_back(target);
                    }
                }
            }
            ring = std::move(next);
        }
        return {};
    }

private:
    std::vector<std::int32_t> path_back(std::int32_t vertex, std::int32_t start) const {
        std::vector<std::int32_t> cycle;
        for (; vertex != start; vertex = parent_[at(vertex)]) {
            cycle.push_back(vertex);
        }
        cycle.push_back(start);
        std::reverse(cycle.begin(), cycle.end());
        return cycle;
    }

    const Successors* successors_;
    std::vector<std::int32_t> parent_;
    std::vector<std::int32_t> seen_in_;  ///< the start of the search that saw it last
};

}  // namespace

DependencyGraph::DependencyGraph(const Topology& topology, int classes)
    : topology_(&topology), classes_(classes), numbers_(topology) {
    first_bit_.reserve(numbers_.count() * at(classes));
    std::int64_t bit = 0;
    for (NodeId node = 0; node < topology.routers(); ++node) {
        for (PortId port = 0; port < topology.ports(node); ++port) {
            const PortPeer there = topology.peer(node, port);
            channels_ += there.connected() ? 1 : 0;
            for (int vc_class = 0; vc_class < classes; ++vc_class) {
                first_bit_.push_back(bit);
                bit += there.connected() ? std::int64_t{topology.ports(there.node)} * classes : 0;
            }
        }
    }
    bits_.assign(at(bit / 64 + 1), 0);
}

void DependencyGraph::repeat(RouterId shift) {
    for_each_channel(*topology_, [&](NodeId node, PortId port, const PortPeer& there) {
        for (int held = 0; held < classes_; ++held) {
            for (PortId wanted = 0; wanted < topology_->ports(there.node); ++wanted) {
                for (int wanted_class = 0; wanted_class < classes_; ++wanted_class) {
                    if (has(vertex(node % shift, port, held), wanted, wanted_class)) {
                        add(vertex(node, port, held), wanted, wanted_class);
                    }
                }
            }
        }
    });
}

DependencyGraph::Successors DependencyGraph::successors() const {
    Successors all(first_bit_.size());
    for_each_channel(*topology_, [&](NodeId node, PortId port, const PortPeer& there) {
        const std::int64_t width = std::int64_t{topology_->ports(there.node)} * classes_;
        for (int vc_class = 0; vc_class < classes_; ++vc_class) {
            const Vertex held = vertex(node, port, vc_class);
            const std::int64_t row = first_bit_[at(held)];
            for (std::int64_t i = 0; i < width; ++i) {
                if ((bits_[at((row + i) >> 6)] >> ((row + i) & 63) & 1U) != 0) {
                    all[at(held)].push_back(
                        static_cast<std::int32_t>(vertex(there.node, 0, 0) + i));
                }
            }
        }
    });
    return all;
}

ChannelClass DependencyGraph::describe(Vertex vertex) const {
    const std::size_t channel = at(vertex / classes_);
    const NodeId from = numbers_.node_of(channel);
    const auto port = static_cast<PortId>(channel - numbers_.of(from, 0));
    return {from, port, topology_->peer(from, port).node, static_cast<int>(vertex % classes_)};
}

std::vector<ChannelClass> DependencyGraph::shortest_cycle() const {
    const Successors forward = successors();
    const std::vector<bool> behind = behind_cycles_of(forward);
    const std::vector<bool> cyclic = behind_cycles_of(reversed(forward, behind));
    CycleSearch search(forward);
    std::vector<std::int32_t> best;
    for (std::size_t vertex = 0; vertex < forward.size(); ++vertex) {
        if (behind[vertex] && cyclic[vertex]) {
            const std::size_t longest = best.empty() ? forward.size() : best.size() - 1;
            std::vector<std::int32_t> found =
                search.through(static_cast<std::int32_t>(vertex), longest);
            if (!found.empty()) {
                best = std::move(found);
            }
        }
    }
    std::vector<ChannelClass> cycle;
    cycle.reserve(best.size());
    for (const std::int32_t vertex : best) {
        cycle.push_back(describe(vertex));
    }
    return cycle;
}

}  // namespace flitscope::topo
