#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/signal/router_nets.h"
#include "rtl_models/signal/vc_busy_counter.h"

namespace flitscope::rtl {

class RouterModule;

/// Reads the signals of a router, drives none: reports what happens to observers and to the book of
/// messages, and counts.
///
/// Timing   At the rising edge: flits that get into buffers there. At the falling edge of a cycle:
///          what is decided in it.
class RouterMonitor : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(RouterMonitor);

    sc_core::sc_in<bool> clk_i{"clk_i"};

    /// `nets`: signals of `router`. Both outlive it.
    RouterMonitor(const sc_core::sc_module_name& name, RouterModule& router, RouterNets& nets);

    std::uint64_t flits_switched() const { return flits_; }
    /// Of an output that exists; cycles before `edge`.
    ChannelCounters channel_counters(int output, Cycle edge) const;

private:
    struct Output {
        explicit Output(int vcs) : busy(vcs) {}
        std::uint64_t flits = 0, heads = 0, heads_blocked = 0;
        VcMask held = 0;
        VcBusyCounter busy;
    };

    void end_of_elaboration() override;
    void edge();
    void observe();
    void observe_routes(int port, VcMask routed);
    void observe_vc_allocation(int port);
    void observe_switch(int port, VcMask granted);

    RouterModule& router_;
    RouterNets& nets_;
    std::vector<sc_core::sc_in<Flit>*> flits_in_;  ///< by input port; null: no such port
    std::vector<VcMask> asked_before_;             ///< by input port: heads not granted yet
    std::vector<Output> outputs_;
    std::uint64_t flits_ = 0;
    Gate edge_gate_{ClockPhase::rising};
    Gate observe_gate_{ClockPhase::falling};
};

}  // namespace flitscope::rtl
