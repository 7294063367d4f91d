#pragma once

#include <vector>

#include "rtl_models/foreign/flow_control/flow_control.h"
#include "rtl_models/foreign/flow_control/vc_queues.h"

namespace flitscope::cosim {

/// Credits on both sides of an input port of the device: 0 cycles.
///
/// A credit of the device goes upstream in the cycle in which it is on the pins. Flits for which
/// the device has no slot (fewer credits than the network's buffers) wait here.
class CreditInput final : public InputFlowControl {
public:
    CreditInput(const FlowControlParameters& parameters, const FlowControlPort& port);

    void arrive(const rtl::Flit& flit) override { waiting_.push(flit.vc, flit); }
    const rtl::Flit* offer() override;
    bool settle(std::uint64_t /*back*/) override { return offered_.valid(); }
    /// Throws ViolationCause (credit_overflow) for credits of flits that were not sent.
    void clocked(std::uint64_t back) override;
    std::uint64_t credits() override;
    bool idle() const override;

private:
    struct Vc {
        int in_device = 0;  ///< flits sent minus credits returned
        int to_return = 0;  ///< credits on their way upstream
    };
    void return_credits(std::size_t vc, std::uint64_t count);

    FlowControlParameters parameters_;
    VcQueues waiting_;
    std::vector<Vc> vcs_;
    rtl::Flit offered_;
};

}  // namespace flitscope::cosim
