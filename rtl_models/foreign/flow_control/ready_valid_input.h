#pragma once

#include "rtl_models/foreign/flow_control/flow_control.h"
#include "rtl_models/foreign/flow_control/vc_queues.h"

namespace flitscope::cosim {

/// Credits upstream, ready-valid into the device.
///
/// Shared ready   one queue for all VCs; the flit offered stays on the pins until it is taken.
/// Ready per VC   a queue per VC. A VC that the device was ready for after the last edge is
/// offered;
///                if ready depends on valid, the VCs are offered in turn, one a cycle.
/// Room           the queues hold what the network has credits for. A credit goes back in the cycle
///                that begins at the edge at which the device took the flit.
/// Added cycles   0
class ReadyValidInput final : public InputFlowControl {
public:
    ReadyValidInput(const FlowControlParameters& parameters, const FlowControlPort& port);

    void arrive(const rtl::Flit& flit) override;
    const rtl::Flit* offer() override;
    bool settle(std::uint64_t back) override;
    void clocked(std::uint64_t back) override { ready_ = back; }
    std::uint64_t credits() override;
    bool idle() const override { return queues_.empty() && returned_ == 0; }

private:
    std::uint64_t offerable() const;

    bool per_vc_;
    bool ready_from_valid_;
    VcQueues queues_;
    std::uint64_t ready_ = 0;     ///< after the last edge
    int offered_ = -1;            ///< queue
    std::uint64_t returned_ = 0;  ///< VCs of the credits to be sent
};

}  // namespace flitscope::cosim
