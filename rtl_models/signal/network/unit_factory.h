#pragma once

#include <map>
#include <memory>

#include "rtl_models/signal/network/unit_makers.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

/// Makes routers of SystemC modules with the units of these makers, by router, and monitors the
/// contracts of their units. `others` makes the routers without an entry; if it is empty, they are
/// ours.
RouterFactory unit_router_factory(std::map<topo::NodeId, std::shared_ptr<const UnitMakers>> units,
                                  RouterFactory others = {});

}  // namespace flitscope::rtl
