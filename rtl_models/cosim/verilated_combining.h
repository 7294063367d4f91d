#pragma once

#include "rtl_models/router/reduction_unit.h"

namespace flitscope::cosim {

/// rtl_models/verilog/combining_unit.v of a node, after reset. Throws std::invalid_argument beyond
/// the limits of rtl::VerilatedCombining.
std::unique_ptr<rtl::CombiningCore> make_verilated_combining(const rtl::ReductionSetup& setup,
                                                             topo::NodeId node, std::size_t ports);

}  // namespace flitscope::cosim
