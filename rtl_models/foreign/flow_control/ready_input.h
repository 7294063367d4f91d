#pragma once

#include <utility>

#include "rtl_models/foreign/flow_control/flow_control.h"
#include "rtl_models/foreign/flow_control/vc_queues.h"

namespace flitscope::cosim {

/// Credits upstream, ready-valid or on-off into the device.
///
/// Shared ready   one queue for all VCs; the flit offered stays on the pins until it is taken.
/// Ready per VC   a queue per VC. A VC that the device was ready for after the last edge is
///                offered; if ready depends on valid, the VCs are offered in turn, one a cycle.
/// Ready of the VC presented   a queue per VC; they are offered in turn, one a cycle.
/// On-off         as ready per VC, but a flit that is offered is the device's: the thresholds are
///                its own. The signal is heard in the cycle in which it changes, so no slot has to
///                be kept in reserve.
/// Room           the queues hold what the network has credits for. A credit goes back in the cycle
///                that begins at the edge at which the device took the flit.
/// Added cycles   0
class ReadyInput final : public InputFlowControl {
public:
    ReadyInput(const FlowControlParameters& parameters, const FlowControlPort& port);

    void arrive(const rtl::Flit& flit) override {
        queues_.push(shared_queue() ? 0 : flit.vc, flit);
    }
    const rtl::Flit* offer() override;
    bool settle(std::uint64_t back) override;
    void clocked(std::uint64_t back) override { ready_ = off_is_high_ ? ~back : back; }
    std::uint64_t credits() override { return std::exchange(returned_, 0); }
    bool idle() const override { return queues_.empty() && returned_ == 0; }

private:
    bool shared_queue() const { return per_ == ReadyScope::port; }
    std::uint64_t offerable() const;

    bool on_off_;
    bool off_is_high_;
    ReadyScope per_;
    bool ready_from_valid_;
    VcQueues queues_;
    std::uint64_t ready_ = 0;     ///< after the last edge
    int offered_ = -1;            ///< queue
    std::uint64_t returned_ = 0;  ///< VCs of the credits to be sent
};

}  // namespace flitscope::cosim
