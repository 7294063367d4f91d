#pragma once

#include <optional>
#include <string>
#include <vector>

#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

/// Follows every candidate of a routing function, from every node to every other one: all must
/// arrive. Who wants to know what is met on the way derives from it.
///
/// A *state* is all that the routing function sees of a message on its way. Cost: one walk per
/// destination, or per pair and salt where routing.dependence() asks for it.
class RouteWalk {
public:
    RouteWalk(const Topology& topology, const RoutingFunction& routing);
    virtual ~RouteWalk() = default;

    /// The first message that may get lost or run round in circles; none: all arrive.
    std::optional<std::string> follow_all();

private:
    /// A message that begins at `node` may take `first`.
    virtual void starts(NodeId /*node*/, const RouteCandidate& /*first*/, NodeId /*destination*/) {}
    /// Having taken `taken` at `here` a message may want any of wanted[0..count-1] where it leads.
    virtual void passes(NodeId /*here*/, const RouteCandidate& /*taken*/,
                        const RouteCandidate* /*wanted*/, std::size_t /*count*/) {}
    /// `last`, taken at `here`, leads to the destination.
    virtual void arrives(NodeId /*here*/, const RouteCandidate& /*last*/, NodeId /*destination*/) {}

    struct State {
        NodeId here;
        PortId input;
        int hop;
        std::size_t first;  ///< of its candidates
        std::size_t count;
        int incoming;  ///< transitions from other states
        std::size_t key;
    };

    bool follow(const std::vector<NodeId>& sources, NodeId destination, std::uint16_t salt);
    void reset();
    void fail(const State& state, const std::string& what);
    std::size_t state_of(NodeId here, PortId input, int hop);
    void check_candidates(const State& state);
    void expand(std::size_t index);
    void check_for_loops();

    const Topology& topology_;
    const RoutingFunction& routing_;
    const RouteDependence dependence_;
    int inputs_ = 1;
    NodeId source_ = 0;
    NodeId destination_ = 0;
    std::uint16_t salt_ = 0;
    std::vector<State> states_;
    std::vector<RouteCandidate> candidates_;
    std::vector<std::int32_t> state_by_key_;  ///< -1: not met
    std::optional<std::string> defect_;
};

}  // namespace flitscope::topo
