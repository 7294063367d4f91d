#pragma once

#include <cstdint>
#include <vector>

#include "topologies/channels.h"
#include "topologies/routing/route_walk.h"

namespace flitscope::topo {

/// Extended channel-dependency graph of a routing's escape (Duato 1993): vertices are the escape
/// classes of the channels; an edge means that a message may hold the first while it waits for the
/// second, directly or after any number of hops in adaptive VCs. There are no cross dependencies,
/// because only the escape requests its VCs. Memory is vertices * vertices bits.
class EscapeGraph final : private RouteWalk {
public:
    static constexpr NodeId kMaxNodes = 4096;  ///< some 300 MB

    /// `routing` has an escape, and all its messages arrive.
    EscapeGraph(const Topology& topology, const RoutingFunction& routing);

    bool acyclic() const;

private:
    void followed() override;
    std::size_t vertices() const { return numbers_.count() * classes_; }
    std::size_t vertex(NodeId node, const RouteCandidate& escape) const;
    void merge(std::uint64_t* into, const std::uint64_t* from) const;

    std::size_t classes_;
    ChannelNumbers numbers_;
    std::size_t words_;                 ///< per set of vertices
    std::vector<std::uint64_t> edges_;  ///< [vertex * words_ + word]
    /// [state * words_ + word] of the walk: what its messages may still ask the escape for.
    std::vector<std::uint64_t> ahead_;
};

}  // namespace flitscope::topo
