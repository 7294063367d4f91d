#pragma once

#include <memory>
#include <string>

#include "rtl_models/foreign/device_model.h"

namespace flitscope::tb {

/// A router from outside without Verilog: a small one for a 2D mesh, XY order, 2 VCs, FIFOs of 4
/// flits, one cycle a hop. What is unusual about its pins can be chosen.
struct SoftRouter {
    enum class Output {
        credits,             ///< valid bit 3 and VC bit 0 of 4 pins per port; the VC idles at 1
        ready_in_cycle,      ///< valid in the cycle of ready
        ready_cycle_before,  ///< registered valid, after a cycle with ready
        ready_presented,     ///< registered valid; what ready refuses makes room for another VC
        on_in_cycle          ///< on per VC, valid in the same cycle
    };
    enum class Input {
        credits,   ///< as above; the VC of no credit is 1
        presented  ///< ready: there is room in the VC that is shown
    };
    Output output = Output::credits;
    int reset_registers = 0;  ///< cycles that it stays in reset after release
    bool single_flits = false;
    bool overflows = false;  ///< says that it has 4 slots, and drops what comes to a third
    Input input = Input::credits;
    bool valid_per_vc = false;
};

/// Pins: clk, rst_n, node (y above x), in_valid, in_vc, in_flit, in_credit, out_valid, out_vc,
/// out_flit, and out_credit, out_ready or out_on; in_credit is ready where that is asked for.
std::shared_ptr<const cosim::DeviceModel> soft_router(const SoftRouter& kind);

}  // namespace flitscope::tb
