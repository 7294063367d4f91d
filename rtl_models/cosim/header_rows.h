#pragma once

#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::cosim {

/// Loads the routes of all header routings into the table of an input of a router
/// (docs/multicast_units.md, "In Verilog").
void load_header_rows(const rtl::NetworkDescription& network, topo::NodeId node, int input,
                      VerilogRouter& router);

}  // namespace flitscope::cosim
