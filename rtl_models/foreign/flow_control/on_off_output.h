#pragma once

#include "rtl_models/foreign/flow_control/network_credits.h"
#include "rtl_models/foreign/flow_control/vc_queues.h"

namespace flitscope::cosim {

/// On-off out of the device, credits downstream.
///
/// Room        `slots` flits per VC wait here for the network's credits; VCs are served in turn.
/// Thresholds  The signal of a VC goes off when fewer than `off_below` slots are free and on again
///             when more than `on_above` are. It shows the slots at the end of a cycle, and is on
///             the device's pins for the edge that ends this cycle; with valid_from_ready, from the
///             begin of the next one on.
/// Errors      sent_without_credit: a flit for a VC whose slots are all taken.
/// Added cycles   0
class OnOffOutput final : public OutputFlowControl {
public:
    OnOffOutput(const FlowControlParameters& parameters, const FlowControlPort& port);

    void credit(std::uint64_t vcs) override { credits_.give(vcs); }
    std::uint64_t forward() override { return parameters_.off_is_high ? all_ & ~on_ : on_; }
    bool take(int vc) override;
    void push(const rtl::Flit& flit) override { queues_.push(flit.vc, flit); }
    const rtl::Flit* drive() override;
    bool idle() const override { return (queues_.waiting() & credits_.vcs()) == 0; }

private:
    void update_signals();

    FlowControlParameters parameters_;
    const int vcs_;
    const std::uint64_t all_;  ///< VCs
    std::uint64_t on_;
    NetworkCredits credits_;
    VcQueues queues_;
    rtl::Flit driven_;
};

}  // namespace flitscope::cosim
