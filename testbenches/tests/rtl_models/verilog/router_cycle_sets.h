#pragma once

#include "rtl_models/cosim/verilog_router.h"

namespace flitscope::cosim {

/// The parameter sets of the cycle tests: a 2-cube, 2 VCs of 4 flits, e-cube high_first, one each
/// of injection and ejection ports. Made in CMakeLists.txt.
VerilogSet verilog_set_depth_1();  ///< store_and_forward
VerilogSet verilog_set_depth_2();  ///< virtual_cut_through, matrix, separable_output
VerilogSet verilog_set_depth_3();  ///< wormhole; output 1 takes 3 cycles per flit
VerilogSet verilog_set_depth_4();  ///< wormhole, buffer_empty, wavefront

}  // namespace flitscope::cosim
