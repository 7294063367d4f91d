#pragma once

#include <functional>
#include <memory>

#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

/// Makes a router, `router_<id>`, with the factory. Its clock is bound; its wires and rst_ni are
/// not. `book` and `tables` may be null; `tables` are read before the simulation starts.
/// `copied`: RouterContext.
std::unique_ptr<RouterModule> make_router(const NetworkDescription& description, topo::RouterId id,
                                          const RouterFactory& factory, Clock& clock,
                                          MessageBook* book, const RouteTables* tables,
                                          std::function<void(const Flit&, int)> copied = {});
/// Counters of an output, whether it exists or not; cycles before `edge`.
ChannelCounters channel_counters_of(const RouterModule& router, int output_port, Cycle edge);

}  // namespace flitscope::rtl
