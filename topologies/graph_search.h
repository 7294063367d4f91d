#pragma once

#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// Neighbours of every node, once per link, in one array: networks may have a million nodes.
class Neighbours {
public:
    struct Range {
        const NodeId* first;
        const NodeId* last;
        const NodeId* begin() const { return first; }
        const NodeId* end() const { return last; }
        std::size_t size() const { return static_cast<std::size_t>(last - first); }
        NodeId operator[](std::size_t k) const { return first[k]; }
    };

    explicit Neighbours(const Topology& topology);

    std::size_t size() const { return first_.size() - 1; }  ///< nodes
    Range operator[](std::size_t node) const {
        return {all_.data() + first_[node], all_.data() + first_[node + 1]};
    }

private:
    std::vector<std::size_t> first_{0};  ///< [node] in all_, and its end
    std::vector<NodeId> all_;
};

/// Nodes in the order of a breadth-first search, and their hops from its start; -1: not reached.
struct GraphSearch {
    std::vector<NodeId> order;
    std::vector<int> hops;
};
GraphSearch search_from(const Neighbours& neighbours, NodeId start);

}  // namespace flitscope::topo
