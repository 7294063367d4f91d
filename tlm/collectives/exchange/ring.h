#pragma once

#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

/// Around a ring of all nodes, each of which sends to the next one in every step. On meshes, tori
/// and hypercubes the ring is the reflected Gray code of the coordinates, in which neighbours are
/// one link apart except the last and the first; on other networks it is the order of the numbers.
///
/// all_gather: each node sends on the operand that arrived last, in N - 1 steps. all_reduce: the
/// operand is cut into N pieces; in N - 1 steps each piece is combined once around the ring; in N -
/// 1 more the results travel around (Patarasu and Yuan, 2009). all_to_all: each node sends on the
/// operands that are not for it, in N - 1 steps.
ExchangeEntry ring_entry();

/// The nodes in the order of the ring.
std::vector<topo::NodeId> ring_of(const topo::Topology& topology);

}  // namespace flitscope::tl
