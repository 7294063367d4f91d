#pragma once

#include "topologies/routing/random_minimal.h"

namespace flitscope::topo {

/// Adaptive minimal routing on hypercubes: at every hop the differing dimension with the least
/// load. Candidates and VC classes are those of random minimal routing.
class ShortestQueue : public RandomMinimal {
public:
    using RandomMinimal::RandomMinimal;

    std::string algorithm() const override { return "shortest_queue"; }
    RouteSelection selection() const override { return RouteSelection::shortest_queue; }
};

/// Option as of random_minimal.
RoutingEntry shortest_queue_entry();

}  // namespace flitscope::topo
