#pragma once

#include <vector>

#include "rtl_models/foreign/flow_control/network_credits.h"
#include "rtl_models/foreign/flow_control/vc_queues.h"

namespace flitscope::cosim {

/// Credits on both sides of an output port of the device: 0 cycles.
///
/// A credit of the network is on the device's pins in the cycle in which it is on the wire. Where
/// the device starts with more credits than the network has buffers, the flits beyond them wait
/// here. A sink frees its slot in the cycle in which the flit is on the wire.
class CreditOutput final : public OutputFlowControl {
public:
    CreditOutput(const FlowControlParameters& parameters, const FlowControlPort& port);

    void credit(std::uint64_t vcs) override;
    std::uint64_t forward() override;
    /// Throws ViolationCause (sent_without_credit).
    bool take(int vc) override;
    void push(const rtl::Flit& flit) override { waiting_.push(flit.vc, flit); }
    const rtl::Flit* drive() override;
    bool idle() const override;

private:
    struct Vc {
        int outstanding = 0;  ///< flits taken from the device minus credits given to it
        int to_give = 0;      ///< credits on their way to the device
    };

    FlowControlParameters parameters_;
    bool sink_;
    NetworkCredits credits_;
    VcQueues waiting_;
    std::vector<Vc> vcs_;
    rtl::Flit driven_;
    int next_credit_ = 0;  ///< VC whose turn it is with CreditStyle::id
};

}  // namespace flitscope::cosim
