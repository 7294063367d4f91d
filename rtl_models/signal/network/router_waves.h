#pragma once

#include "rtl_models/signal/outline/router_nets.h"
#include "rtl_models/signal/outline/shown_vcs.h"

namespace flitscope::rtl {

/// The view of a Router's VCs in a waveform, read from the signals between its units.
class RouterWaves final : public ShownVcs {
public:
    /// As ShownVcs; `nets`, the signals of the router, outlive it, too.
    RouterWaves(const RouterModule& router, const NetworkDescription* network,
                const RouterNets& nets)
        : ShownVcs(router, network), nets_(nets) {}

private:
    VcStage stage(int port, int vc) const override {
        return stage_of(nets_.input(port).stage.read(), vc);
    }
    int occupancy(int port, int vc) const override {
        return static_cast<int>(nets_.input(port).count.read()[vc]);
    }
    int output(int port, int vc) const override {
        return nets_.input(port).request.read().of[vc].port;
    }
    int output_vc(int port, int vc) const override {
        return nets_.input(port).active.read().of[vc].vc;
    }
    HeaderPins head_pins(int port, int vc) const override;
    waves::HeadAction action_of_head(int port, int vc) const override;
    int held(int port, int vc) const override {
        return static_cast<int>(nets_.output(port).state.read().held >> vc & 1);
    }
    int outstanding(int port, int vc) const override {
        return static_cast<int>(nets_.output(port).outstanding.read()[vc]);
    }
    int grant(int output) const override {
        return __builtin_ffsll(static_cast<long long>(nets_.select.read()[output]));
    }

    const RouterNets& nets_;
};

}  // namespace flitscope::rtl
