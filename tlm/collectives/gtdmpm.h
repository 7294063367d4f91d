#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Multicast GTDMPM, with which El-Obaid and Zuo compare their algorithm: destinations grouped by
/// row, column and diagonals, one message per group.
///
/// Beyond that they only say that the start-ups grow with the destinations, and that the source is
/// the bottleneck. Our reading has these properties, but its figures are not the original's: of the
/// destinations with higher labels, then of those with lower ones, layer by layer (by |z - z of the
/// source|, then z) first the group in the source's row, then the one in its column, then one for
/// each x - y, ascending; lists and routing as in TP.
CollectiveEntry gtdmpm_entry();

}  // namespace flitscope::tl
