#include "topologies/routing/route_walk.h"

#include <algorithm>

#include "common/at.h"

namespace flitscope::topo {

RouteWalk::RouteWalk(const Topology& topology, const RoutingFunction& routing)
    : topology_(topology), routing_(routing), dependence_(routing.dependence()) {
    for (NodeId node = 0; node < topology.routers(); ++node) {
        inputs_ = std::max(inputs_, topology.ports(node) + 1);
    }
}

std::optional<std::string> RouteWalk::follow_all(RouterId destinations) {
    std::vector<std::vector<NodeId>> groups(dependence_.source ? at(topology_.routers()) : 1);
    for (RouterId router = 0; router < topology_.routers(); ++router) {
        if (topology_.nodes_at(router) > 0) {
            groups[dependence_.source ? at(routing_.source_group(router)) : 0].push_back(router);
        }
    }
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const std::vector<NodeId>& group) { return group.empty(); }),
                 groups.end());
    for (RouterId destination = 0; destination < destinations; ++destination) {
        if (topology_.nodes_at(destination) == 0) {
            continue;
        }
        for (const std::vector<NodeId>& sources : groups) {
            for (const std::uint16_t salt : dependence_.salts) {
                if (!follow(sources, destination, salt)) {
                    return defect_;
                }
            }
        }
    }
    return std::nullopt;
}

/// The messages of `sources` to `destination`. False: defect_ says what went wrong.
bool RouteWalk::follow(const std::vector<NodeId>& sources, NodeId destination, std::uint16_t salt) {
    destination_ = destination;
    salt_ = salt;
    source_ = sources.front();
    reset();
    for (const NodeId source : sources) {
        if (source != destination) {
            const State& begun = states_[state_of(source, -1, 0)];
            for (std::size_t k = 0; k < begun.count && !defect_; ++k) {
                starts(source, candidates_[begun.first + k], destination);
            }
        }
    }
    for (std::size_t i = 0; i < states_.size() && !defect_; ++i) {
        expand(i);
    }
    if (!defect_) {
        check_for_loops();
    }
    if (!defect_) {
        followed();
    }
    return !defect_;
}

void RouteWalk::reset() {
    for (const State& state : states_) {
        state_by_key_[state.key] = -1;
    }
    states_.clear();
    candidates_.clear();
    next_.clear();
}

void RouteWalk::fail(const State& state, const std::string& what) {
    if (!defect_) {
        const std::string place = topology_.one_node_per_router() ? "node " : "router ";
        defect_ = "message to " + place + std::to_string(destination_) + " at " + place +
                  std::to_string(state.here) + ", hop " + std::to_string(state.hop) + ": " + what;
    }
}

std::size_t RouteWalk::state_of(NodeId here, PortId input, int hop, bool detour) {
    const bool ugal = routing_.selection() == RouteSelection::ugal;
    const int kinds = ugal ? 2 : 1;  // of heads: without and with the bit
    const int seen_input = dependence_.input_port ? input + 1 : ugal && input >= 0 ? 1 : 0;
    const std::int64_t layer = dependence_.hop ? hop : 0;
    const std::size_t key = at(
        ((layer * topology_.routers() + here) * inputs_ + seen_input) * kinds + (detour ? 1 : 0));
    if (key >= state_by_key_.size()) {
        state_by_key_.resize(at((layer + 1) * topology_.routers() * inputs_ * kinds), -1);
    }
    if (state_by_key_[key] < 0) {
        state_by_key_[key] = static_cast<std::int32_t>(states_.size());
        RouteQuery query;
        query.here = here;
        query.input_port = input;
        query.source = source_;
        query.destination = destination_;
        query.hop = hop;
        query.salt = salt_;
        query.detour = detour;
        State state{here, input, hop, candidates_.size(), 0, 0, key};
        routing_.ways(query, candidates_);
        state.count = candidates_.size() - state.first;
        next_.resize(candidates_.size(), kArrived);
        states_.push_back(state);
        check_candidates(state);
    }
    return at(state_by_key_[key]);
}

void RouteWalk::check_candidates(const State& state) {
    if (state.count == 0) {
        fail(state, "the routing offers no way on");
    }
    for (std::size_t k = 0; k < state.count; ++k) {
        const RouteCandidate& candidate = candidates_[state.first + k];
        if (candidate.port < 0 || candidate.port >= topology_.ports(state.here) ||
            !topology_.peer(state.here, candidate.port).connected()) {
            fail(state, "port " + std::to_string(candidate.port) + " is not connected");
        } else if (candidate.vc_class < 0 || candidate.vc_class >= routing_.vc_classes()) {
            fail(state, "VC class " + std::to_string(candidate.vc_class) + " does not exist");
        }
    }
}

void RouteWalk::expand(std::size_t index) {
    // No references into states_ and candidates_: both grow below.
    const State state = states_[index];
    // A path that visits some node three times runs in a circle.
    if (state.hop > 2 * topology_.routers()) {
        fail(state, "still on its way after twice as many hops as there are nodes");
        return;
    }
    for (std::size_t k = 0; k < state.count && !defect_; ++k) {
        const RouteCandidate taken = candidates_[state.first + k];
        const PortPeer there = topology_.peer(state.here, taken.port);
        if (there.node == destination_) {
            arrives(state.here, taken, destination_);
            continue;
        }
        const std::size_t next = state_of(there.node, there.port, state.hop + 1, taken.detour);
        next_[state.first + k] = next;
        ++states_[next].incoming;
        if (!defect_) {
            passes(state.here, taken, &candidates_[states_[next].first], states_[next].count);
        }
    }
}

/// Removes states without predecessors, again and again: what remains is in a loop or behind one.
void RouteWalk::check_for_loops() {
    order_.clear();
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (states_[i].incoming == 0) {
            order_.push_back(i);
        }
    }
    for (std::size_t gone = 0; gone < order_.size(); ++gone) {
        const State state = states_[order_[gone]];
        for (std::size_t k = 0; k < state.count; ++k) {
            const std::size_t after = next(state, k);
            if (after != kArrived && --states_[after].incoming == 0) {
                order_.push_back(after);
            }
        }
    }
    if (order_.size() != states_.size()) {
        const auto stuck = std::find_if(states_.begin(), states_.end(),
                                        [](const State& state) { return state.incoming > 0; });
        fail(*stuck, "it may run round in circles");
    }
}

}  // namespace flitscope::topo
