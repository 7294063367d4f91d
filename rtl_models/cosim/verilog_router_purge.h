#pragma once

#include <vector>

#include "rtl_models/cosim/cosim_router_module.h"
#include "rtl_models/cosim/router_shadow.h"
#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

/// Purges messages from a verilated router (docs/recovery_and_faults.md, section 1): at an edge,
/// before the clock, removes all their flits and sets the pins of the RTL.
class VerilogRouterPurge {
public:
    /// All must outlive it. Makes the ports of the router.
    VerilogRouterPurge(CosimRouterModule& router, VerilogRouter& rtl, RouterShadow& shadow);

    rtl::PurgePorts& ports() { return ports_; }
    const rtl::Purge& purge() const { return ports_.purge_i.read(); }
    /// An edge: first begin(), then drops() for every flit that arrives, then take_out().
    void begin();
    /// It is none of ours to take.
    bool drops(int port, const rtl::Flit& flit);
    void take_out();
    /// Whether dropped_o must be cleared at the next edge.
    bool shows_dropped() const { return shows_dropped_; }
    /// Flits of a VC of a network output that were dropped at the last edge.
    int returning(int port, int vc) const;
    std::uint64_t flits_dropped() const { return flits_dropped_; }

private:
    void take_returned();
    int take_out(int port, int vc);
    void take_out_crossing();
    void give_back(RouterShadow::InputVc& in);

    CosimRouterModule& router_;
    VerilogRouter& rtl_;
    RouterShadow& shadow_;
    rtl::PurgePorts ports_;
    std::vector<rtl::DroppedFlits> dropped_;  ///< [input] at this edge; empty: nothing to show
    std::vector<int> dropped_crossing_;  ///< [output] VC of a flit dropped at the last edge, or -1
    bool shows_dropped_ = false;
    std::uint64_t flits_dropped_ = 0;
};

}  // namespace flitscope::cosim
