#pragma once

#include "rtl_models/cosim/verilog_parameters.h"

namespace flitscope::cosim {

/// The parameter set that a router of a network needs at level `verilog`. Throws
/// std::invalid_argument naming the key and what this level takes: bounded buffers of at most 64
/// flits; `ecube` on hypercubes, `dimension_order` on meshes; separable VC allocators; at most 255
/// cycles per flit.
VerilogParameters verilog_parameters_of(const rtl::NetworkDescription& description,
                                        topo::NodeId node);

}  // namespace flitscope::cosim
