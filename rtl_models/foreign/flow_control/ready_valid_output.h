#pragma once

#include <deque>
#include <vector>

#include "rtl_models/foreign/flow_control/network_credits.h"

namespace flitscope::cosim {

/// Ready-valid out of the device, credits downstream.
///
/// Ready    registered valid: ready is the answer to the flit that is shown, high when its VC has a
///          credit, and low while none is shown. If valid waits for ready, ready (of a VC, or of
///          all of them when shared) is high while there are credits, flit or not.
/// Errors   handshake: a flit was shown with the shared ready low, and then it was withdrawn or
///          another VC took its place.
/// Added cycles   0
class ReadyValidOutput final : public OutputFlowControl {
public:
    ReadyValidOutput(const FlowControlParameters& parameters, const FlowControlPort& port);

    void credit(std::uint64_t vcs) override { credits_.give(vcs); }
    std::uint64_t forward() override;
    bool take(int vc) override;
    void push(const rtl::Flit& flit) override { pushed_.push_back(flit); }
    const rtl::Flit* drive() override;
    bool idle() const override;

private:
    std::uint64_t ready_bit(int vc) const {
        return std::uint64_t{1} << (per_ == ReadyScope::vc ? vc : 0);
    }

    ReadyScope per_;
    bool valid_from_ready_;
    NetworkCredits credits_;
    std::uint64_t ready_ = 0;  ///< for the next edge
    int shown_ = -1;           ///< VC of the flit shown in this cycle
    int refused_ = -1;         ///< VC of the flit that was shown in the cycle before and not taken
    std::deque<rtl::Flit> pushed_;  ///< more than one only where valid waits for ready
    rtl::Flit driven_;
};

}  // namespace flitscope::cosim
