#pragma once

#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

/// Around a ring of all nodes, each of which sends to the next one in every step. On meshes, tori
/// and hypercubes the ring is the reflected Gray code of the coordinates, in which neighbours are
/// one link apart but for the last and the first; elsewhere it is the order of the numbers.
///
/// all_gather: the operand that came last goes on, N - 1 steps. all_reduce: the operand is cut into
/// N pieces; in N - 1 steps each piece is combined once around, in N - 1 more the results go round
/// (Patarasu and Yuan, 2009). all_to_all: what is not for the receiver goes on, N - 1 steps.
ExchangeEntry ring_entry();

/// The nodes in the order of the ring.
std::vector<topo::NodeId> ring_of(const topo::Topology& topology);

}  // namespace flitscope::tl
