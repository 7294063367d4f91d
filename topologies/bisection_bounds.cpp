#include "topologies/bisection_bounds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "common/at.h"
#include "topologies/graph_search.h"

namespace flitscope::topo {
namespace {

/// Adds what one unit from `start` to every other node puts on each channel, [node][neighbour].
void add_flow(const Neighbours& neighbours, NodeId start, std::vector<std::vector<double>>& load) {
    const GraphSearch search = search_from(neighbours, start);
    std::vector<double> ways(neighbours.size(), 0);  // shortest ways from the start
    ways[at(start)] = 1;
    for (const NodeId node : search.order) {
        for (const NodeId next : neighbours[at(node)]) {
            if (search.hops[at(next)] == search.hops[at(node)] + 1) {
                ways[at(next)] += ways[at(node)];
            }
        }
    }
    std::vector<double> through(neighbours.size(), 0);  // flow that goes on from here
    for (auto node = search.order.rbegin(); node != search.order.rend(); ++node) {
        const double arriving = 1 + through[at(*node)];
        for (std::size_t k = 0; k < neighbours[at(*node)].size(); ++k) {
            const NodeId before = neighbours[at(*node)][k];
            if (search.hops[at(before)] + 1 == search.hops[at(*node)]) {
                const double share = arriving * ways[at(before)] / ways[at(*node)];
                through[at(before)] += share;
                load[at(*node)][k] += share;
            }
        }
    }
}

std::int64_t lower_bound(const Neighbours& neighbours) {
    const auto nodes = static_cast<NodeId>(neighbours.size());
    std::vector<std::vector<double>> load;
    for (std::size_t node = 0; node < neighbours.size(); ++node) {
        load.emplace_back(neighbours[node].size(), 0);
    }
    for (NodeId start = 0; start < nodes; ++start) {
        add_flow(neighbours, start, load);
    }
    // Both directions carry the same flow: a channel carries half of the flow of its link.
    double most = 0;
    for (const auto& each : load) {
        for (const double channel : each) {
            most = std::max(most, 2 * channel);
        }
    }
    const std::int64_t half = nodes / 2;
    const auto crossing = static_cast<double>(2 * half * (nodes - half));
    return most == 0 ? 0 : static_cast<std::int64_t>(std::ceil(crossing / most - 1e-6));
}

/// A split into halves, improved by exchanges.
class Split {
public:
    /// `order`: its first half is the one side.
    Split(const Neighbours& neighbours, const std::vector<NodeId>& order)
        : neighbours_(neighbours), side_(neighbours.size(), 0) {
        for (std::size_t i = 0; i < order.size() / 2; ++i) {
            side_[at(order[i])] = 1;
        }
    }

    std::int64_t cut() const {
        std::int64_t links = 0;
        for (std::size_t node = 0; node < side_.size(); ++node) {
            links += std::count_if(neighbours_[node].begin(), neighbours_[node].end(),
                                   [&](NodeId other) { return side_[at(other)] != side_[node]; });
        }
        return links / 2;
    }

    /// Exchanges every node once, the best pair left each time, and keeps the best state on the
    /// way. False: none was better.
    bool improve() {
        std::vector<int> gain(side_.size());
        for (std::size_t node = 0; node < side_.size(); ++node) {
            gain[node] = gain_of(node);
        }
        std::vector<char> done(side_.size(), 0);
        std::vector<NodeId> moved;
        std::int64_t change = 0;
        std::int64_t best = 0;
        std::size_t kept = 0;
        for (std::size_t pairs = side_.size() / 2; pairs > 0; --pairs) {
            for (const char side : {1, 0}) {
                const NodeId node = best_of(gain, done, side);
                change -= gain[at(node)];
                move(node, gain);
                done[at(node)] = 1;
                moved.push_back(node);
            }
            if (change < best) {
                best = change;
                kept = moved.size();
            }
        }
        for (std::size_t i = kept; i < moved.size(); ++i) {
            side_[at(moved[i])] ^= 1;
        }
        return kept > 0;
    }

private:
    /// Links that a move takes out of the cut, less those that it brings in.
    int gain_of(std::size_t node) const {
        int gain = 0;
        for (const NodeId other : neighbours_[node]) {
            gain += side_[at(other)] != side_[node] ? 1 : -1;
        }
        return gain;
    }
    NodeId best_of(const std::vector<int>& gain, const std::vector<char>& done, char side) const {
        NodeId best = kNoNode;
        for (NodeId node = 0; node < static_cast<NodeId>(side_.size()); ++node) {
            if (side_[at(node)] == side && done[at(node)] == 0 &&
                (best == kNoNode || gain[at(node)] > gain[at(best)])) {
                best = node;
            }
        }
        return best;
    }
    void move(NodeId node, std::vector<int>& gain) {
        side_[at(node)] ^= 1;
        gain[at(node)] = -gain[at(node)];
        for (const NodeId other : neighbours_[at(node)]) {
            gain[at(other)] += side_[at(other)] != side_[at(node)] ? 2 : -2;
        }
    }

    const Neighbours& neighbours_;
    std::vector<char> side_;
};

std::int64_t upper_bound(const Neighbours& neighbours) {
    constexpr NodeId kStarts = 8;
    const auto nodes = static_cast<NodeId>(neighbours.size());
    std::vector<NodeId> by_id(neighbours.size());
    std::iota(by_id.begin(), by_id.end(), 0);
    std::vector<std::vector<NodeId>> orders{by_id};
    for (NodeId i = 0; i < std::min(kStarts, nodes); ++i) {
        orders.push_back(search_from(neighbours, i * nodes / std::min(kStarts, nodes)).order);
    }
    std::int64_t best = INT64_MAX;
    for (const std::vector<NodeId>& order : orders) {
        Split split(neighbours, order);
        while (split.improve()) {
        }
        best = std::min(best, split.cut());
    }
    return best;
}

}  // namespace

BisectionBounds bound_bisection(const Topology& topology) {
    const Neighbours neighbours(topology);
    return {lower_bound(neighbours), upper_bound(neighbours)};
}

std::int64_t some_bisection(const Topology& topology) { return upper_bound(Neighbours(topology)); }

}  // namespace flitscope::topo
