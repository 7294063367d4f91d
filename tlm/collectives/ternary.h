#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Broadcast on two-dimensional meshes of any size for all-port routers (own choice, where EDN is
/// not defined): the source's row, then all columns, as RD, but a holder sends both ways at once.
///
/// A line takes K steps, the least for which (3^K - 1)/2 is no less than the nodes on either side
/// of its first holder. With k steps left a holder keeps (3^(k-1) - 1)/2 nodes on each side and
/// sends what is beyond them, on either side, to the node in the middle of it.
CollectiveEntry ternary_entry();

}  // namespace flitscope::tl
