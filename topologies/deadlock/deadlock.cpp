#include "topologies/deadlock/deadlock.h"

#include <algorithm>
#include <stdexcept>

#include "common/at.h"
#include "topologies/deadlock/escape_graph.h"

namespace flitscope::topo {
namespace {

/// Where the messages of a leg begin and end: collected over all walks.
class LegEnds {
public:
    LegEnds(const Topology& topology, int first_class)
        : first_class_(first_class),
          starts_(at(topology.routers())),
          arrivals_(at(topology.routers())) {}

    void starts(NodeId node, RouteCandidate first, NodeId destination) {
        first.vc_class += first_class_;
        std::vector<Start>& known = starts_[at(node)];
        const auto same = std::find_if(known.begin(), known.end(),
                                       [&](const Start& each) { return each.way == first; });
        if (same == known.end()) {
            known.push_back({first, destination});
        } else if (same->only_to != destination) {
            same->only_to = kNoNode;
        }
    }
    void arrives(NodeId here, const RouteCandidate& last, NodeId destination) {
        const ChannelClass channel{here, last.port, destination, first_class_ + last.vc_class};
        std::vector<ChannelClass>& known = arrivals_[at(destination)];
        if (std::find(known.begin(), known.end(), channel) == known.end()) {
            known.push_back(channel);
        }
    }

    /// A message that arrives at a node in one leg, in a class that `held_classes` makes effective,
    /// waits for the first channels of the other leg from there. If both legs are of one message,
    /// it did not come from its destination, because it would have left the network there.
    static void join(const LegEnds& arriving, const int* held_classes, const LegEnds& leaving,
                     const int* wanted_classes, bool one_message, DependencyGraph& graph) {
        for (std::size_t node = 0; node < leaving.starts_.size(); ++node) {
            for (const ChannelClass& held : arriving.arrivals_[node]) {
                for (const Start& wanted : leaving.starts_[node]) {
                    if (!one_message || wanted.only_to != held.from) {
                        graph.add(graph.vertex(held.from, held.port, held_classes[held.vc_class]),
                                  wanted.way.port, wanted_classes[wanted.way.vc_class]);
                    }
                }
            }
        }
    }

private:
    struct Start {
        RouteCandidate way;
        NodeId only_to;  ///< the one destination that it leads to; kNoNode: there are several
    };

    int first_class_;
    std::vector<std::vector<Start>> starts_;           ///< [node]
    std::vector<std::vector<ChannelClass>> arrivals_;  ///< [node]
};

/// Enters the dependencies met into the graph.
class DependencyWalk final : public RouteWalk {
public:
    /// `classes`: of the routing that the leg is part of; `ends`: where they are collected, or
    /// null. `shift`: as RouteDependence; what happens at a router counts for the one below it.
    DependencyWalk(const Topology& topology, const RouteLeg& leg, int classes,
                   const std::vector<int>& effective_class, DependencyGraph& graph, LegEnds* ends,
                   RouterId shift)
        : RouteWalk(topology, *leg.routing),
          effective_(effective_class),
          classes_(at(classes)),
          first_class_(at(leg.first_class)),
          graph_(graph),
          ends_(ends),
          shift_(shift) {}

private:
    void starts(NodeId node, const RouteCandidate& first, NodeId destination) override {
        if (ends_ != nullptr) {
            ends_->starts(below_shift(node), first, destination);
        }
    }
    void passes(NodeId here, const RouteCandidate& taken, const RouteCandidate* wanted,
                std::size_t count) override {
        for (std::size_t first = first_class_; first < effective_.size(); first += classes_) {
            const int* effective = &effective_[first];
            const auto held =
                graph_.vertex(below_shift(here), taken.port, effective[taken.vc_class]);
            for (std::size_t k = 0; k < count; ++k) {
                graph_.add(held, wanted[k].port, effective[wanted[k].vc_class]);
            }
        }
    }
    void arrives(NodeId here, const RouteCandidate& last, NodeId destination) override {
        if (ends_ != nullptr) {
            ends_->arrives(below_shift(here), last, destination);
        }
    }
    RouterId below_shift(RouterId router) const { return shift_ == 0 ? router : router % shift_; }

    const std::vector<int>& effective_;
    std::size_t classes_;
    std::size_t first_class_;
    DependencyGraph& graph_;
    LegEnds* ends_;
    RouterId shift_;
};

void validate(const std::vector<int>& effective_class, int classes) {
    const bool sized = !effective_class.empty() && effective_class.size() % at(classes) == 0;
    if (!sized || *std::min_element(effective_class.begin(), effective_class.end()) < 0) {
        throw std::invalid_argument("check_routing: " + std::to_string(effective_class.size()) +
                                    " effective classes, must be " + std::to_string(classes) +
                                    " numbers >= 0 for each message class");
    }
}

}  // namespace

RoutingCheck check_routing(const Topology& topology, const RoutingFunction& routing,
                           const std::vector<int>& effective_class, bool escapes,
                           const FurtherDependencies* further) {
    const int classes = routing.vc_classes();
    validate(effective_class, classes);
    DependencyGraph graph(
        topology, std::max(1 + *std::max_element(effective_class.begin(), effective_class.end()),
                           further == nullptr ? 0 : further->classes));
    RoutingCheck result;
    result.pairs = std::int64_t{topology.nodes()} * (topology.nodes() - 1);
    result.channels = graph.channels();

    std::vector<RouteLeg> legs = routing.legs();
    if (legs.empty()) {
        legs.push_back({&routing, 0});
    }
    const bool replies = effective_class.size() > at(classes);
    std::vector<LegEnds> ends;
    const RouterId shift = legs.size() == 1 ? routing.dependence().shift : 0;
    result.by_symmetry = shift > 0;
    for (const RouteLeg& leg : legs) {
        ends.emplace_back(topology, leg.first_class);
        LegEnds* collected = replies || legs.size() > 1 ? &ends.back() : nullptr;
        DependencyWalk walk(topology, leg, classes, effective_class, graph, collected, shift);
        result.defect = walk.follow_all(shift > 0 ? shift : topology.routers());
        if (result.defect) {
            return result;
        }
    }
    for (std::size_t leg = 1; leg < legs.size(); ++leg) {
        for (std::size_t first = 0; first < effective_class.size(); first += at(classes)) {
            LegEnds::join(ends[leg - 1], &effective_class[first], ends[leg],
                          &effective_class[first], true, graph);
        }
    }
    if (replies) {  // a request waits for room for its response
        LegEnds::join(ends.back(), effective_class.data(), ends.front(),
                      &effective_class[at(classes)], false, graph);
    }
    if (shift > 0) {
        graph.repeat(shift);
    }
    if (further != nullptr) {
        if (further->alone) {
            graph = DependencyGraph(topology, graph.classes());
        }
        further->add(graph);
    }
    result.by_escape =
        escapes && routing.escape() != nullptr && EscapeGraph(topology, routing).acyclic();
    if (!result.by_escape) {
        result.cycle = graph.shortest_cycle();
    }
    return result;
}

}  // namespace flitscope::topo
