#pragma once

#include <cstdint>

#include "topologies/topology.h"

namespace flitscope::topo {

/// The minimum number of links that a split of the routers into halves (sizes differ by at most
/// one) cuts is between `lower` and `upper`.
struct BisectionBounds {
    std::int64_t lower = 0;
    std::int64_t upper = 0;
};

/// Upper: the best of several splits improved by exchanging pairs of routers (Kernighan and
/// Lin, 1970). Lower: one unit of flow between all ordered pairs of routers, spread evenly over
/// shortest paths, loads the busiest link with C units; a split into halves of a and b routers is
/// crossed by 2ab units, so by 2ab/C links (Leighton and Rao, 1999, for uniform flows).
///
/// For connected networks of 1 to 2048 routers. Time routers * links and about routers^2; at most
/// a second.
BisectionBounds bound_bisection(const Topology& topology);
/// Only the upper bound.
std::int64_t some_bisection(const Topology& topology);
constexpr NodeId kMaxBoundedNodes = 2048;

}  // namespace flitscope::topo
