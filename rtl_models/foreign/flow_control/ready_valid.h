#pragma once

#include <deque>
#include <string>
#include <utility>

#include "rtl_models/foreign/flow_control/converter_parts.h"

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
    ReadyInput(const FlowControlParameters& parameters, const FlowControlPort& port)
        : on_off_(parameters.kind == FlowControlKind::on_off),
          off_is_high_(parameters.off_is_high),
          per_(on_off_ ? ReadyScope::vc : parameters.per),
          ready_from_valid_(parameters.ready_from_valid),
          queues_(shared_queue() ? 1 : port.vcs) {}

    void arrive(const rtl::Flit& flit) override {
        queues_.push(shared_queue() ? 0 : flit.vc, flit);
    }

    const rtl::Flit* offer() override {
        const bool of_ready_vcs = per_ == ReadyScope::vc && !ready_from_valid_;
        offered_ = queues_.pick(of_ready_vcs ? ready_ : ~std::uint64_t{0});
        return offered_ < 0 ? nullptr : &queues_.front(offered_);
    }

    bool settle(std::uint64_t back) override {
        if (offered_ < 0) {
            return false;
        }
        const int queue = std::exchange(offered_, -1);
        queues_.pass(queue);
        const int bit = per_ == ReadyScope::vc ? queue : 0;
        if (!on_off_ && (back >> bit & 1) == 0) {
            return false;
        }
        returned_ |= std::uint64_t{1} << queues_.pop(queue).vc;
        return true;
    }

    void clocked(std::uint64_t back) override { ready_ = off_is_high_ ? ~back : back; }
    std::uint64_t credits() override { return std::exchange(returned_, 0); }
    bool idle() const override { return queues_.empty() && returned_ == 0; }

private:
    bool shared_queue() const { return per_ == ReadyScope::port; }

    bool on_off_;
    bool off_is_high_;
    ReadyScope per_;
    bool ready_from_valid_;
    VcQueues queues_;
    std::uint64_t ready_ = 0;     ///< after the last edge
    int offered_ = -1;            ///< queue
    std::uint64_t returned_ = 0;  ///< VCs of the credits to be sent
};

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
    ReadyValidOutput(const FlowControlParameters& parameters, const FlowControlPort& port)
        : per_(parameters.per), valid_from_ready_(parameters.valid_from_ready), credits_(port) {}

    void credit(std::uint64_t vcs) override { credits_.give(vcs); }

    std::uint64_t forward() override {
        if (!valid_from_ready_) {
            return std::exchange(ready_, 0);
        }
        ready_ = per_ == ReadyScope::vc ? credits_.vcs() : std::uint64_t{credits_.all_have()};
        return ready_;
    }

    bool take(int vc) override {
        shown_ = vc;
        if (valid_from_ready_ ? (ready_ & ready_bit(vc)) == 0 : !credits_.has(vc)) {
            return false;
        }
        ready_ |= ready_bit(vc);
        credits_.take(vc);
        return true;
    }

    void push(const rtl::Flit& flit) override { pushed_.push_back(flit); }

    const rtl::Flit* drive() override {
        if (!valid_from_ready_ && per_ == ReadyScope::port) {
            if (refused_ >= 0 && shown_ != refused_) {
                throw ViolationCause(
                    ViolationKind::handshake,
                    "valid was high for VC " + std::to_string(refused_) + " and ready low; now " +
                        (shown_ < 0 ? "valid is low"
                                    : "the flit is for VC " + std::to_string(shown_)));
            }
            refused_ = ready_ == 0 ? shown_ : -1;
        }
        shown_ = -1;
        if (pushed_.empty()) {
            return nullptr;
        }
        driven_ = pushed_.front();
        pushed_.pop_front();
        return &driven_;
    }

    bool idle() const override {
        return pushed_.empty() && refused_ < 0 && (valid_from_ready_ || ready_ == 0);
    }

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
