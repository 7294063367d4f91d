#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Broadcast by network partitioning on square meshes with sides of a power of two, 2^k: the
/// message is cut into halves, which are broadcast in two networks that share no channel, and put
/// together in every 2 x 2 block.
///
/// Al-Dubai, Ould-Khaoua and Mackenzie cite k + 2 steps without details; this reconstruction, of XY
/// unicasts without contention from any source, takes k + 3 (3 for k = 1): the halves to the (even,
/// even) and the (odd, odd) node of the source's block; EDN among the (even, even) nodes and among
/// the (odd, odd) ones; each of the two nodes of a block sends its half to the other two, which
/// send each of them what it lacks.
CollectiveEntry np_d_entry();

}  // namespace flitscope::tl
