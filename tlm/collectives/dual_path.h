#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Dual-path multicast on two-dimensional meshes (Lin, McKinley and Ni: Deadlock-free multicast
/// wormhole routing in 2-D mesh multicomputers, 1994): TP in two dimensions.
CollectiveEntry dual_path_entry();

}  // namespace flitscope::tl
