#pragma once

#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/signal/outline/router_module.h"
#include "waves/shown_heads.h"

namespace flitscope::cosim {

/// What a waveform shows of a verilated router: the registers of the RTL, not what they ought to
/// be.
class VerilogRouterWaves : private waves::ShownHeads {
public:
    /// Both must outlive it. `header_entries`: of a header flit; 0: no multicasts.
    VerilogRouterWaves(const rtl::RouterModule& router, const VerilogRouter& rtl,
                       int header_entries)
        : router_(router), rtl_(rtl), header_entries_(header_entries) {}

    /// To what its ports show.
    void add_to(waves::RouterSources& sources) const;

private:
    void add_input_vc(int port, int v, waves::InputVcSources& vc) const;
    /// VCs of all ports: port * V + VC.
    int index(int port, int v) const { return port * vcs() + v; }
    int vcs() const { return router_.context().parameters.virtual_channels; }
    template <Checkpoint which>
    int value(int index) const {
        return static_cast<int>(rtl_.at(which, index / vcs(), index % vcs()));
    }
    int stage(int index) const;
    int output(int index) const;
    int output_vc(int index) const;
    int credits(int index) const;
    int grant(int port) const;
    rtl::HeaderPins head_pins(int v) const override;
    waves::HeadAction action_of_head(int v) const override;

    const rtl::RouterModule& router_;
    const VerilogRouter& rtl_;
    int header_entries_;
};

}  // namespace flitscope::cosim
