#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::tl {

/// A fast network in which the routers `signal` are SystemC modules, with waves if the description
/// has them. Cycles are the same (docs/levels.md). `factory` may make other modules for them, for
/// example verilated ones.
///
/// Throws std::invalid_argument for unknown or repeated ids, and for no id at all. One simulation
/// per process.
std::unique_ptr<rtl::Network> make_mixed_network(const rtl::NetworkDescription& description,
                                                 const std::vector<topo::NodeId>& signal,
                                                 const rtl::RouterFactory& factory = {});

}  // namespace flitscope::tl
