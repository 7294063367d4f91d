#pragma once

#include <map>
#include <memory>

#include "rtl_models/signal/network/unit_makers.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

/// Makes routers of SystemC modules with the units of these makers, by router, and watches the
/// contracts of their units; those without an entry are made by `others`, or are ours if that is
/// empty.
RouterFactory unit_router_factory(std::map<topo::NodeId, std::shared_ptr<const UnitMakers>> units,
                                  RouterFactory others = {});

}  // namespace flitscope::rtl
