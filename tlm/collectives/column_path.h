#pragma once

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

/// Column-path multicast on two-dimensional meshes (Boppana, Chalasani and Raghavendra, 1994, as
/// described by later papers): for each column with destinations one message to those above the
/// source's row and one to those below, along the source's row first, then along the column.
///
/// A destination in the source's row is served by the upper message of its column, if there is one,
/// otherwise by the lower one, which is sent for it if there is none (own choice: the papers leave
/// it open).
CollectiveEntry column_path_entry();

}  // namespace flitscope::tl
