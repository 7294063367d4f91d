#pragma once

#include "rtl_models/foreign/flow_control/flow_control.h"
#include "rtl_models/foreign/flow_control/vc_queues.h"

namespace flitscope::cosim {

/// Credits upstream, on-off into the device: a flit may be sent in a cycle in which the device's
/// signal for its VC is on, and is then the device's.
///
/// Thresholds   The device's own. The signal is heard in the cycle in which it changes, so no slot
///              has to be kept in reserve.
/// Room         a queue per VC holds what the network has credits for; VCs are served in turn. A
///              credit goes back in the cycle that begins at the edge at which the device got the
///              flit.
/// Added cycles 0
class OnOffInput final : public InputFlowControl {
public:
    OnOffInput(const FlowControlParameters& parameters, const FlowControlPort& port);

    void arrive(const rtl::Flit& flit) override { queues_.push(flit.vc, flit); }
    const rtl::Flit* offer() override;
    bool settle(std::uint64_t back) override;
    void clocked(std::uint64_t back) override { on_ = off_is_high_ ? ~back : back; }
    std::uint64_t credits() override;
    bool idle() const override { return queues_.empty() && returned_ == 0; }

private:
    bool off_is_high_;
    VcQueues queues_;
    std::uint64_t on_ = 0;  ///< VCs, after the last edge
    int offered_ = -1;
    std::uint64_t returned_ = 0;
};

}  // namespace flitscope::cosim
