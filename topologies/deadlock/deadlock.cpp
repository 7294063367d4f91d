#include "topologies/deadlock/deadlock.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::topo {
namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Walks all ways to one destination and enters the dependencies met into the graph. A *state* is
/// all that the routing function sees of a message on its way.
class DestinationWalk {
public:
    /// `classes`: of the routing that the leg is part of.
    DestinationWalk(const Topology& topology, const RouteLeg& leg, int classes,
                    const std::vector<int>& effective_class, DependencyGraph& graph)
        : topology_(topology),
          routing_(*leg.routing),
          dependence_(routing_.dependence()),
          effective_(effective_class),
          graph_(graph),
          classes_(classes),
          leg_classes_(routing_.vc_classes()),
          first_class_(leg.first_class) {
        for (NodeId node = 0; node < topology.nodes(); ++node) {
            inputs_ = std::max(inputs_, topology.ports(node) + 1);
        }
    }

    /// Follows the messages of `sources` to `destination`. False: defect() says what went wrong.
    bool follow(const std::vector<NodeId>& sources, NodeId destination, std::uint16_t salt) {
        destination_ = destination;
        salt_ = salt;
        source_ = sources.front();
        reset();
        for (const NodeId source : sources) {
            if (source != destination) {
                state_of(source, -1, 0);
            }
        }
        starts_ = states_.size();
        for (std::size_t i = 0; i < states_.size() && !defect_; ++i) {
            expand(i);
        }
        if (!defect_) {
            check_for_loops();
        }
        return !defect_;
    }

    const std::optional<std::string>& defect() const { return defect_; }
    /// Of the last walk: the first channels taken, by node; the last channels taken.
    template <typename Visit>
    void visit_starts(Visit visit) const {
        for (std::size_t i = 0; i < starts_; ++i) {
            for (std::size_t k = 0; k < states_[i].count; ++k) {
                visit(states_[i].here, candidates_[states_[i].first + k]);
            }
        }
    }
    const std::vector<ChannelClass>& arrivals() const { return arrivals_; }

private:
    struct State {
        NodeId here;
        PortId input;
        int hop;
        std::size_t first;  ///< of its candidates
        std::size_t count;
        int incoming;  ///< transitions from other states
        std::size_t key;
    };

    void reset() {
        for (const State& state : states_) {
            state_by_key_[state.key] = -1;
        }
        states_.clear();
        candidates_.clear();
        arrivals_.clear();
    }

    void fail(const State& state, const std::string& what) {
        if (!defect_) {
            defect_ = "message to node " + std::to_string(destination_) + " at node " +
                      std::to_string(state.here) + ", hop " + std::to_string(state.hop) + ": " +
                      what;
        }
    }

    std::size_t state_of(NodeId here, PortId input, int hop) {
        const std::int64_t layer = dependence_.hop ? hop : 0;
        const std::size_t key = at((layer * topology_.nodes() + here) * inputs_ +
                                   (dependence_.input_port ? input + 1 : 0));
        if (key >= state_by_key_.size()) {
            state_by_key_.resize(at((layer + 1) * topology_.nodes() * inputs_), -1);
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
            State state{here, input, hop, candidates_.size(), 0, 0, key};
            routing_.candidates(query, candidates_);
            state.count = candidates_.size() - state.first;
            states_.push_back(state);
            check_candidates(state);
        }
        return at(state_by_key_[key]);
    }

    void check_candidates(const State& state) {
        if (state.count == 0) {
            fail(state, "the routing offers no way on");
        }
        for (std::size_t k = 0; k < state.count; ++k) {
            const RouteCandidate& candidate = candidates_[state.first + k];
            if (candidate.port < 0 || candidate.port >= topology_.ports(state.here) ||
                !topology_.peer(state.here, candidate.port).connected()) {
                fail(state, "port " + std::to_string(candidate.port) + " is not connected");
            } else if (candidate.vc_class < 0 || candidate.vc_class >= leg_classes_) {
                fail(state, "VC class " + std::to_string(candidate.vc_class) + " does not exist");
            }
        }
    }

    void expand(std::size_t index) {
        // No references into states_ and candidates_: both grow below.
        const State state = states_[index];
        // A way that visits some node three times has gone round in a circle.
        if (state.hop > 2 * topology_.nodes()) {
            fail(state, "still on its way after twice as many hops as there are nodes");
            return;
        }
        for (std::size_t k = 0; k < state.count && !defect_; ++k) {
            const RouteCandidate taken = candidates_[state.first + k];
            const PortPeer there = topology_.peer(state.here, taken.port);
            if (there.node == destination_) {
                arrivals_.push_back({state.here, taken.port, there.node, taken.vc_class});
                continue;
            }
            const std::size_t next = state_of(there.node, there.port, state.hop + 1);
            ++states_[next].incoming;
            for (std::size_t first = 0; first < effective_.size(); first += at(classes_)) {
                add_dependencies(state.here, taken, states_[next],
                                 &effective_[first + at(first_class_)]);
            }
        }
    }

    void add_dependencies(NodeId here, const RouteCandidate& taken, const State& next,
                          const int* effective) {
        if (defect_) {
            return;
        }
        const auto held = graph_.vertex(here, taken.port, effective[taken.vc_class]);
        for (std::size_t k = 0; k < next.count; ++k) {
            const RouteCandidate& wanted = candidates_[next.first + k];
            graph_.add(held, wanted.port, effective[wanted.vc_class]);
        }
    }

    /// A state that cannot be taken away once all states before it are gone is in a loop or behind
    /// one.
    void check_for_loops() {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (states_[i].incoming == 0) {
                open.push_back(i);
            }
        }
        std::size_t gone = 0;
        while (!open.empty()) {
            const State state = states_[open.back()];
            open.pop_back();
            ++gone;
            for (std::size_t k = 0; k < state.count; ++k) {
                const PortPeer there =
                    topology_.peer(state.here, candidates_[state.first + k].port);
                if (there.node == destination_) {
                    continue;
                }
                const std::size_t next = state_of(there.node, there.port, state.hop + 1);
                if (--states_[next].incoming == 0) {
                    open.push_back(next);
                }
            }
        }
        if (gone != states_.size()) {
            const auto stuck = std::find_if(states_.begin(), states_.end(),
                                            [](const State& state) { return state.incoming > 0; });
            fail(*stuck, "it may run round in circles");
        }
    }

    const Topology& topology_;
    const RoutingFunction& routing_;
    const RouteDependence dependence_;
    const std::vector<int>& effective_;
    DependencyGraph& graph_;
    int classes_;
    int leg_classes_;
    int first_class_;
    int inputs_ = 1;
    NodeId source_ = 0;
    NodeId destination_ = 0;
    std::uint16_t salt_ = 0;
    std::size_t starts_ = 0;
    std::vector<State> states_;
    std::vector<RouteCandidate> candidates_;
    std::vector<std::int32_t> state_by_key_;  ///< -1: not met
    std::vector<ChannelClass> arrivals_;
    std::optional<std::string> defect_;
};

/// Where the messages of a leg begin and end: collected over all walks.
class LegEnds {
public:
    LegEnds(const Topology& topology, int first_class)
        : first_class_(first_class),
          starts_(at(topology.nodes())),
          arrivals_(at(topology.nodes())) {}

    void collect(const DestinationWalk& walk) {
        walk.visit_starts([this](NodeId here, RouteCandidate start) {
            start.vc_class += first_class_;
            insert(starts_[at(here)], start);
        });
        for (ChannelClass last : walk.arrivals()) {
            last.vc_class += first_class_;
            insert(arrivals_[at(last.to)], last);
        }
    }

    /// Who arrives at a node in the one leg, in a class that `held_classes` makes effective, waits
    /// for the first channels of the other one from there.
    static void join(const LegEnds& arriving, const int* held_classes, const LegEnds& leaving,
                     const int* wanted_classes, DependencyGraph& graph) {
        for (std::size_t node = 0; node < leaving.starts_.size(); ++node) {
            for (const ChannelClass& held : arriving.arrivals_[node]) {
                for (const RouteCandidate& wanted : leaving.starts_[node]) {
                    graph.add(graph.vertex(held.from, held.port, held_classes[held.vc_class]),
                              wanted.port, wanted_classes[wanted.vc_class]);
                }
            }
        }
    }

private:
    template <typename T>
    static void insert(std::vector<T>& set, const T& value) {
        if (std::find(set.begin(), set.end(), value) == set.end()) {
            set.push_back(value);
        }
    }

    int first_class_;
    std::vector<std::vector<RouteCandidate>> starts_;  ///< [node]
    std::vector<std::vector<ChannelClass>> arrivals_;  ///< [node]
};

void validate(const std::vector<int>& effective_class, int classes) {
    const bool sized =
        effective_class.size() == at(classes) || effective_class.size() == at(2 * classes);
    if (!sized || *std::min_element(effective_class.begin(), effective_class.end()) < 0) {
        throw std::invalid_argument("check_routing: " + std::to_string(effective_class.size()) +
                                    " effective classes, must be " + std::to_string(classes) +
                                    " or twice as many numbers >= 0");
    }
}

/// Follows the messages of one leg between all pairs of nodes; `ends`: where they are collected,
/// or null. Returns the defect.
std::optional<std::string> follow_all(const Topology& topology, DestinationWalk& walk,
                                      const RouteDependence& dependence, LegEnds* ends) {
    std::vector<std::vector<NodeId>> groups(dependence.source ? at(topology.nodes()) : 1);
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        groups[dependence.source ? at(node) : 0].push_back(node);
    }
    for (NodeId destination = 0; destination < topology.nodes(); ++destination) {
        for (const std::vector<NodeId>& sources : groups) {
            for (const std::uint16_t salt : dependence.salts) {
                if (!walk.follow(sources, destination, salt)) {
                    return walk.defect();
                }
                if (ends != nullptr) {
                    ends->collect(walk);
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace

RoutingCheck check_routing(const Topology& topology, const RoutingFunction& routing,
                           const std::vector<int>& effective_class) {
    const int classes = routing.vc_classes();
    validate(effective_class, classes);
    DependencyGraph graph(topology,
                          1 + *std::max_element(effective_class.begin(), effective_class.end()));
    RoutingCheck result;
    result.pairs = std::int64_t{topology.nodes()} * (topology.nodes() - 1);
    result.channels = graph.channels();

    std::vector<RouteLeg> legs = routing.legs();
    if (legs.empty()) {
        legs.push_back({&routing, 0});
    }
    const bool two_classes = effective_class.size() > at(classes);
    std::vector<LegEnds> ends;
    for (const RouteLeg& leg : legs) {
        ends.emplace_back(topology, leg.first_class);
        DestinationWalk walk(topology, leg, classes, effective_class, graph);
        result.defect = follow_all(topology, walk, leg.routing->dependence(),
                                   two_classes || legs.size() > 1 ? &ends.back() : nullptr);
        if (result.defect) {
            return result;
        }
    }
    for (std::size_t leg = 1; leg < legs.size(); ++leg) {
        for (std::size_t first = 0; first < effective_class.size(); first += at(classes)) {
            LegEnds::join(ends[leg - 1], &effective_class[first], ends[leg],
                          &effective_class[first], graph);
        }
    }
    if (two_classes) {  // a request waits for room for its response
        LegEnds::join(ends.back(), effective_class.data(), ends.front(),
                      &effective_class[at(classes)], graph);
    }
    result.cycle = graph.shortest_cycle();
    return result;
}

}  // namespace flitscope::topo
