#include "topologies/deadlock/escape_graph.h"

#include <algorithm>

#include "topologies/deadlock/behind_cycles.h"

namespace flitscope::topo {

EscapeGraph::EscapeGraph(const Topology& topology, const RoutingFunction& routing)
    : RouteWalk(topology, routing),
      classes_(static_cast<std::size_t>(routing.vc_classes() - 1)),
      numbers_(topology),
      words_((vertices() + 63) / 64),
      edges_(vertices() * words_, 0) {
    follow_all();
}

std::size_t EscapeGraph::vertex(NodeId node, const RouteCandidate& escape) const {
    return numbers_.of(node, escape.port) * classes_ +
           static_cast<std::size_t>(escape.vc_class - 1);
}

void EscapeGraph::merge(std::uint64_t* into, const std::uint64_t* from) const {
    for (std::size_t w = 0; w < words_; ++w) {
        into[w] |= from[w];
    }
}

void EscapeGraph::followed() {
    ahead_.assign(states() * words_, 0);
    for (auto last = order().rbegin(); last != order().rend(); ++last) {
        const State& here = state(*last);
        std::uint64_t* const ahead = &ahead_[*last * words_];
        for (std::size_t k = 0; k < here.count; ++k) {
            const RouteCandidate& taken = way(here, k);
            const bool escapes = taken.vc_class != 0;
            if (next(here, k) != kArrived) {
                const std::uint64_t* const there = &ahead_[next(here, k) * words_];
                merge(ahead, there);
                if (escapes) {
                    merge(&edges_[vertex(here.here, taken) * words_], there);
                }
            }
            if (escapes) {
                const std::size_t own = vertex(here.here, taken);
                ahead[own / 64] |= std::uint64_t{1} << own % 64;
            }
        }
    }
}

bool EscapeGraph::acyclic() const {
    const std::vector<bool> stays = behind_cycles(vertices(), [this](std::size_t vertex,
                                                                     const auto& visit) {
        for (std::size_t w = 0; w < words_; ++w) {
            for (std::uint64_t left = edges_[vertex * words_ + w]; left != 0; left &= left - 1) {
                visit(w * 64 + static_cast<std::size_t>(__builtin_ctzll(left)));
            }
        }
    });
    return std::find(stays.begin(), stays.end(), true) == stays.end();
}

}  // namespace flitscope::topo
