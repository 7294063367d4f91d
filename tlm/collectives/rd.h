#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Recursive-doubling broadcast on two-dimensional meshes (the one-port alternative to PCP in
/// Al-Dubai, Ould-Khaoua and Mackenzie): the source's row, then all columns. Each step halves every
/// segment of a line, the first part being the larger one; the holder sends to the node of the
/// other part at the same place in it, or to the last one there is (details our own).
///
/// ceil(log2 Nx) + ceil(log2 Ny) steps, in each of which a node sends or receives at most once.
CollectiveEntry rd_entry();

}  // namespace flitscope::tl
