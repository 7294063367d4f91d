#pragma once

#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

/// Uses the tree of a broadcast. Its messages backwards, last step first, bring the data of the
/// subtrees to the root, combined or concatenated. Forwards they bring every node what it lacks.
/// reduce and gather are the first half only.
///
/// It takes as many steps as the broadcast, twice as many if all nodes get the result. A node sends
/// only after it has received from all its children.
ExchangeEntry tree_entry();

/// Whether the broadcast's messages form a tree: each node except the root gets all of the data
/// from one other node, in a message to it alone.
bool is_tree(const CollectiveEntry& broadcast);

}  // namespace flitscope::tl
