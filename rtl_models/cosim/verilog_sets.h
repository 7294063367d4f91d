#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/cosim/verilog_set.h"
#include "rtl_models/router/reduction_unit.h"

namespace flitscope::cosim {

/// The parameter sets that are built with the project: the default router on the 6-cube and on the
/// 8x8 mesh. CMakeLists.txt makes them.
const std::vector<VerilogSet>& verilog_sets();

/// The set with these parameters out of verilog_sets() and the plug-ins of a folder (empty: the
/// default one); nullptr: there is none.
const VerilogSet* find_set(const VerilogParameters& parameters, bool traced,
                           const std::string& folder);

/// The sets that these routers need. Throws std::invalid_argument for parameters that the Verilog
/// router does not take, and for a set that does not exist; the message says how to build it.
std::vector<VerilogSet> find_sets(const rtl::NetworkDescription& description,
                                  const std::vector<topo::NodeId>& nodes, bool traced,
                                  const std::string& folder);

/// rtl_models/verilog/combining_unit.v of a node, after reset. Throws std::invalid_argument beyond
/// the limits of rtl::VerilatedCombining.
std::unique_ptr<rtl::CombiningCore> make_verilated_combining(const rtl::ReductionSetup& setup,
                                                             topo::NodeId node, std::size_t ports);

}  // namespace flitscope::cosim
