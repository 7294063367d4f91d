#pragma once

#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/signal/outline/shown_vcs.h"

namespace flitscope::cosim {

/// The VCs of a verilated router in a waveform: the registers of the RTL, not their expected
/// values.
class VerilogRouterWaves final : public rtl::ShownVcs {
public:
    /// As ShownVcs; `rtl` outlives it, too.
    VerilogRouterWaves(const rtl::RouterModule& router, const rtl::NetworkDescription* network,
                       const VerilogRouter& rtl)
        : ShownVcs(router, network), rtl_(rtl) {}

private:
    int value(Checkpoint which, int port, int vc) const {
        return static_cast<int>(rtl_.at(which, port, vc));
    }
    rtl::VcStage stage(int port, int vc) const override;
    int occupancy(int port, int vc) const override { return value(Checkpoint::count, port, vc); }
    int output(int port, int vc) const override {
        return value(Checkpoint::vc_request_port, port, vc);
    }
    int output_vc(int port, int vc) const override {
        return value(Checkpoint::active_vc, port, vc);
    }
    rtl::HeaderPins head_pins(int port, int vc) const override;
    waves::HeadAction action_of_head(int port, int vc) const override;
    int held(int port, int vc) const override {
        return value(Checkpoint::output_state_held, port, vc);
    }
    int outstanding(int port, int vc) const override {
        return value(Checkpoint::output_outstanding, port, vc);
    }
    int grant(int output) const override;

    const VerilogRouter& rtl_;
};

}  // namespace flitscope::cosim
