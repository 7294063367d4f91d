#pragma once

#include <systemc>

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// The priorities of the VCs of one input port, in routers that have any (docs/router.md, section
/// 7, "Priorities"); twin of held_priority.v.
///
/// Timing   `priority_o` follows the head at the front in the same cycle, and keeps what the last
///          one had while there is none.
class HeldPriority : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(HeldPriority);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};                 ///< synchronous, active low
    sc_core::sc_in<Heads> head_i{"head_i"};                ///< VCs with a head at the front
    sc_core::sc_in<PerVc<Flit>> front_i{"front_i"};        ///< front flits
    sc_core::sc_out<Priorities> priority_o{"priority_o"};  ///< to the allocators

    /// `by` is not Priority::none. `vcs`: V.
    HeldPriority(const sc_core::sc_module_name& name, Priority by, int vcs);

private:
    void edge();
    void show();

    Priority by_;
    Priorities shown_;         ///< on priority_o
    Priorities held_;          ///< register
    sc_core::sc_event moved_;  ///< it changed
};

}  // namespace flitscope::rtl
