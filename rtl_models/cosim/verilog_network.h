#pragma once

#include <memory>
#include <vector>

#include "rtl_models/cosim/verilog_set.h"
#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/reduction_unit.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

class RtlTrace;

/// Makes verilated routers for `nodes` and SystemC ones for the others; `nodes` empty: only
/// verilated ones. Every router takes the set of `sets` that has its parameters.
///
/// The factory throws std::invalid_argument for parameters that the Verilog router does not take,
/// and for a set that is not in `sets`. It keeps its arguments. `trace`: its routers write dumps,
/// and all sets must be traced; null: no dumps. `others`: makes the routers outside `nodes`; empty:
/// rtl::Router.
rtl::RouterFactory verilog_router_factory(const rtl::NetworkDescription& description,
                                          const std::vector<VerilogSet>& sets,
                                          const std::vector<topo::NodeId>& nodes = {},
                                          RtlTrace* trace = nullptr,
                                          rtl::RouterFactory others = {});

/// A network of SystemC modules with the routers of the factory. `all_verilog`: its level is called
/// "verilog", else "mixed". `combining`: as SignalNetwork. One simulation per process, as that.
std::unique_ptr<rtl::Network> make_verilog_network(const rtl::NetworkDescription& description,
                                                   const rtl::RouterFactory& factory,
                                                   bool all_verilog,
                                                   const rtl::CombiningFactory& combining = {});

}  // namespace flitscope::cosim
