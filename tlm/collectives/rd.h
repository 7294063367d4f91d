#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Recursive-doubling broadcast on two-dimensional meshes (in Al-Dubai, Ould-Khaoua and Mackenzie
/// the one-port rival of PCP): the source's row, then all columns. Each step halves every segment
/// of a line, the first part being the larger one; the holder sends to the node of the other part
/// at the same place in it, or to the last one there is (details our own).
///
/// ceil(log2 Nx) + ceil(log2 Ny) steps, in which nobody sends or receives twice.
CollectiveEntry rd_entry();

}  // namespace flitscope::tl
