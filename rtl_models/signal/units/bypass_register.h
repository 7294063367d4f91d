#pragma once

#include <systemc>

#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The traversal register of an output in routers with bypass (docs/router.md, section 6), behind
/// an output unit without one: a flit that bypasses goes past it.
///
/// Timing   `flit_o` is `flit_i` of the same cycle with `bypass_i` set, otherwise that of the cycle
///          before. `clear_o` is registered.
class BypassRegister : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(BypassRegister);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};      ///< synchronous, active low
    sc_core::sc_in<Flit> flit_i{"flit_i"};      ///< from the output unit
    sc_core::sc_in<bool> bypass_i{"bypass_i"};  ///< it bypasses
    sc_core::sc_out<Flit> flit_o{"flit_o"};     ///< the channel
    sc_core::sc_out<bool> clear_o{"clear_o"};   ///< no flit of the register is on the link

    BypassRegister(const sc_core::sc_module_name& name, int cycles_per_flit);

private:
    void edge();
    void pass();

    int cycles_per_flit_;
    Flit register_;
    int busy_ = 0;             ///< cycles that a flit of the register still is on the link
    sc_core::sc_event moved_;  ///< the register changed
};

}  // namespace flitscope::rtl
