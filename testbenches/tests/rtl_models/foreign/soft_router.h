#pragma once

#include <memory>
#include <string>

#include "rtl_models/foreign/device_model.h"

namespace flitscope::tb {

/// A router from outside without Verilog: a small one for a 2D mesh, XY order, 2 VCs, FIFOs of 4
/// flits, one cycle a hop. What is unusual about its pins can be chosen.
struct SoftRouter {
    enum class Output {
        credits,            ///< valid bit 3 and VC bit 0 of 4 pins per port; the VC idles at 1
        ready_in_cycle,     ///< valid in the cycle of ready
        ready_cycle_before  ///< registered valid, after a cycle with ready
    };
    Output output = Output::credits;
    int reset_registers = 0;  ///< cycles that it stays in reset after release
    bool single_flits = false;
};

/// Pins: clk, rst_n, node (y above x), in_valid, in_vc, in_flit, in_credit, out_valid, out_vc,
/// out_flit, and out_credit or out_ready.
std::shared_ptr<const cosim::DeviceModel> soft_router(const SoftRouter& kind);

}  // namespace flitscope::tb
