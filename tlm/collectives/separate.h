#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Separate addressing on every topology: the source sends a unicast to each destination, in
/// ascending order of node ids, over the routing of unicasts. It is the reference for all other
/// algorithms. All messages belong to one step and wait for each other at the source.
CollectiveEntry separate_entry();

}  // namespace flitscope::tl
