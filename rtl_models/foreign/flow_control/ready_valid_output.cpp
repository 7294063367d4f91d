#include "rtl_models/foreign/flow_control/ready_valid_output.h"

#include <string>
#include <utility>

namespace flitscope::cosim {

ReadyValidOutput::ReadyValidOutput(const FlowControlParameters& parameters,
                                   const FlowControlPort& port)
    : per_(parameters.per), valid_from_ready_(parameters.valid_from_ready), credits_(port) {}

std::uint64_t ReadyValidOutput::forward() {
    if (!valid_from_ready_) {
        return std::exchange(ready_, 0);
    }
    ready_ = per_ == ReadyScope::vc ? credits_.vcs() : std::uint64_t{credits_.all_have()};
    return ready_;
}

bool ReadyValidOutput::take(int vc) {
    shown_ = vc;
    if (valid_from_ready_ ? (ready_ & ready_bit(vc)) == 0 : !credits_.has(vc)) {
        return false;
    }
    ready_ |= ready_bit(vc);
    credits_.take(vc);
    return true;
}

const rtl::Flit* ReadyValidOutput::drive() {
    if (!valid_from_ready_ && per_ == ReadyScope::port) {
        if (refused_ >= 0 && shown_ != refused_) {
            throw ViolationCause(
                ViolationKind::handshake,
                "valid was high for VC " + std::to_string(refused_) + " and ready low; now " +
                    (shown_ < 0 ? "valid is low" : "the flit is for VC " + std::to_string(shown_)));
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

bool ReadyValidOutput::idle() const {
    return pushed_.empty() && refused_ < 0 && (valid_from_ready_ || ready_ == 0);
}

}  // namespace flitscope::cosim
