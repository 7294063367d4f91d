#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::tl {

/// A fast network in which the routers `signal` are SystemC modules, with their waves where the
/// description asks for some: the same cycles (docs/levels.md). `factory` may make other modules
/// for them, verilated ones for instance.
///
/// Throws std::invalid_argument for ids that do not exist or come twice, and for no id at all. One
/// simulation per process.
std::unique_ptr<rtl::Network> make_mixed_network(const rtl::NetworkDescription& description,
                                                 const std::vector<topo::NodeId>& signal,
                                                 const rtl::RouterFactory& factory = {});

}  // namespace flitscope::tl
