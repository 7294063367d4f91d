#pragma once

#include <optional>
#include <string>
#include <vector>

#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

/// Follows every candidate of a routing function from every router with nodes to every other one:
/// all must arrive. Derive from it to observe the paths.
///
/// A *state* is everything that the routing function sees of a message on its path. Cost: one walk
/// per destination, or per pair and salt if routing.dependence() requires it.
class RouteWalk {
public:
    RouteWalk(const Topology& topology, const RoutingFunction& routing);
    virtual ~RouteWalk() = default;

    /// The first message that may get lost or run in a cycle; none: all arrive.
    std::optional<std::string> follow_all() { return follow_all(topology_.routers()); }
    /// ... to a router below `destinations`.
    std::optional<std::string> follow_all(RouterId destinations);

protected:
    struct State {
        NodeId here;
        PortId input;
        int hop;
        std::size_t first;  ///< of its candidates
        std::size_t count;
        int incoming;  ///< transitions from other states
        std::size_t key;
    };
    static constexpr std::size_t kArrived = static_cast<std::size_t>(-1);

    /// The states of the last walk, each before all that follow it.
    const std::vector<std::size_t>& order() const { return order_; }
    std::size_t states() const { return states_.size(); }
    const State& state(std::size_t index) const { return states_[index]; }
    /// A candidate that a message may take in a state: `k` of its `count`, and where it leads.
    const RouteCandidate& way(const State& state, std::size_t k) const {
        return candidates_[state.first + k];
    }
    std::size_t next(const State& state, std::size_t k) const { return next_[state.first + k]; }

private:
    /// A message that begins at `node` may take `first`.
    virtual void starts(NodeId /*node*/, const RouteCandidate& /*first*/, NodeId /*destination*/) {}
    /// After `taken` at `here` a message may request any of wanted[0..count-1] at the next node.
    virtual void passes(NodeId /*here*/, const RouteCandidate& /*taken*/,
                        const RouteCandidate* /*wanted*/, std::size_t /*count*/) {}
    /// `last`, taken at `here`, leads to the destination.
    virtual void arrives(NodeId /*here*/, const RouteCandidate& /*last*/, NodeId /*destination*/) {}
    /// Called when all messages of one destination, source and salt were followed; all arrive.
    virtual void followed() {}

    bool follow(const std::vector<NodeId>& sources, NodeId destination, std::uint16_t salt);
    void reset();
    void fail(const State& state, const std::string& what);
    std::size_t state_of(NodeId here, PortId input, int hop, bool detour = false);
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
    std::vector<std::size_t> next_;           ///< [candidate] the state it leads to, or kArrived
    std::vector<std::int32_t> state_by_key_;  ///< -1: not met
    std::vector<std::size_t> order_;
    std::optional<std::string> defect_;
};

}  // namespace flitscope::topo
