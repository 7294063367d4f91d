#pragma once

#include "rtl_models/cosim/route_rules.h"
#include "rtl_models/cosim/verilog_router.h"

namespace flitscope::cosim {

/// Loads the route tables of a verilated router, and those of header routings: all rows of all
/// inputs, as they are now.
void load_tables(const rtl::RouterModule& router, const RouteRules& rules, VerilogRouter& rtl);

}  // namespace flitscope::cosim
