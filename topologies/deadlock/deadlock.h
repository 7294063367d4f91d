#pragma once

#include <functional>
#include <optional>
#include <string>

#include "topologies/deadlock/dependency_graph.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

/// The result of the checks of a routing function.
struct RoutingCheck {
    std::int64_t pairs = 0;             ///< ordered pairs of different nodes
    bool by_symmetry = false;           ///< not all were followed (RouteDependence::shift)
    std::int64_t channels = 0;          ///< connected channels of the topology
    std::optional<std::string> defect;  ///< first message that may get lost or run round in circles
    std::vector<ChannelClass> cycle;    ///< a shortest dependency cycle; empty: acyclic
    bool by_escape = false;             ///< cyclic, but free of deadlock by the routing's escape

    bool deadlock_free() const { return !defect && cycle.empty(); }
};

/// Dependencies in addition to those of the checked routing.
struct FurtherDependencies {
    int classes = 0;     ///< VC classes of the whole, those of the routing included
    bool alone = false;  ///< no message uses the routing: it is followed, but waits for nothing
    std::function<void(DependencyGraph&)> add;
};

/// Follows every candidate of every ordered pair: all of them must arrive, and the dependencies
/// between channels and VC classes must not be cyclic.
///
/// `effective_class[m * C + c]` is the effective class of class c of the routing (C =
/// routing.vc_classes()) for message class m: classes that share VCs because there are too few get
/// the same number. Numbers start at 0; the cycle uses them. With several message classes every
/// request, of class 0, that arrives at a node also waits for the first channels of any response,
/// of class 1, from there: sinks are bounded. Throws std::invalid_argument for another number of entries or a
/// negative one.
///
/// `escapes`: a waiting head is always at the front of its buffer, as Duato's theorem requires.
/// Then a routing with an escape whose extended dependency graph is acyclic (escape_graph.h) is
/// free of deadlock, and no cycle is searched for. Its classes must not share VCs.
///
/// `further`: dependencies of other messages in the same network; null: none.
///
/// The cost is that of the walk (routing/route_walk.h). A cube of 1024 nodes takes well under a
/// second with e-cube.
RoutingCheck check_routing(const Topology& topology, const RoutingFunction& routing,
                           const std::vector<int>& effective_class, bool escapes = false,
                           const FurtherDependencies* further = nullptr);

}  // namespace flitscope::topo
