#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Broadcast on two-dimensional meshes of any size for all-port routers (own choice, where EDN is
/// not defined): the source's row, then all columns, like RD, but a holder sends in both directions
/// at once.
///
/// A line takes K steps, the least for which (3^K - 1)/2 is no less than the nodes on either side
/// of its first holder. With k steps left a holder keeps (3^(k-1) - 1)/2 nodes on each side and
/// sends, on either side, the nodes beyond them to the node in their middle.
CollectiveEntry ternary_entry();

}  // namespace flitscope::tl
