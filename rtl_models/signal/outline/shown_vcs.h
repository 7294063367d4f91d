#pragma once

#include "rtl_models/router/header_pins.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

/// The VCs of a router as a waveform shows them: the values of its registers, wherever they are.
class ShownVcs {
public:
    virtual ~ShownVcs() = default;
    /// `router` outlives it. `network`: with header routings; null: no multicasts.
    ShownVcs(const RouterModule& router, const NetworkDescription* network)
        : router_(router), network_(network) {}

    /// Updates it to what the router's ports show.
    void add_to(waves::RouterSources& sources) const;

protected:
    const RouterModule& router() const { return router_; }
    const NetworkDescription* network() const { return network_; }

private:
    // For an input VC: the flits in its FIFO, and the rest once it is routed or active.
    virtual VcStage stage(int port, int vc) const = 0;
    virtual int occupancy(int port, int vc) const = 0;
    virtual int output(int port, int vc) const = 0;
    virtual int output_vc(int port, int vc) const = 0;
    /// Only an absent header if the head at its front is not of a multicast, or if there is none.
    virtual HeaderPins head_pins(int port, int vc) const = 0;
    virtual waves::HeadAction action_of_head(int port, int vc) const = 0;
    // For an output VC.
    virtual int held(int port, int vc) const = 0;
    virtual int outstanding(int port, int vc) const = 0;
    /// The input port from which a flit crosses to the output in this cycle, plus 1; 0: none.
    virtual int grant(int output) const = 0;

    void add_input_vc(int port, int vc, waves::InputVcSources& sources) const;
    int vcs() const { return router_.context().parameters.virtual_channels; }
    int shown_output(int port, int vc) const;
    int shown_output_vc(int port, int vc) const;
    int action(int port, int vc) const { return static_cast<int>(action_of_head(port, vc)); }
    int control(int port, int vc) const;
    std::uint64_t entry_valid(int v) const;
    int entry(int number) const;
    int credits(int port, int vc) const;
    /// `v`: port * V + VC.
    template <auto Value>
    int of(int v) const {
        return static_cast<int>((this->*Value)(v / vcs(), v % vcs()));
    }
    HeaderPins head_pins(int v) const { return head_pins(v / vcs(), v % vcs()); }

    const RouterModule& router_;
    const NetworkDescription* network_;
};

}  // namespace flitscope::rtl
