#pragma once

#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_registry.h"

namespace flitscope::tl {

/// Over the tree of a broadcast: its messages backwards, the last step first, bring what the
/// subtrees have to the root, combined or side by side; forwards they bring everybody what it
/// lacks. reduce and gather are the first half.
///
/// As many steps as the broadcast has, twice as many for all nodes. Nobody sends before it has
/// heard from all its children.
ExchangeEntry tree_entry();

/// The broadcast's messages are a tree: each node but the root gets all of the data, from one
/// other, in a message to it alone.
bool is_tree(const CollectiveEntry& broadcast);

}  // namespace flitscope::tl
