#include "rtl_models/foreign/flow_control/ready_valid_output.h"

#include <algorithm>
#include <string>
#include <utility>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

ReadyValidOutput::ReadyValidOutput(const FlowControlParameters& parameters,
                                   const FlowControlPort& port)
    : per_vc_(parameters.per_vc),
      valid_from_ready_(parameters.valid_from_ready),
      credits_(static_cast<std::size_t>(port.vcs), port.credits) {}

void ReadyValidOutput::credit(std::uint64_t vcs) {
    for (std::size_t vc = 0; vc < credits_.size(); ++vc) {
        if ((vcs >> vc & 1) != 0 && credits_[vc] != rtl::kUnbounded) {
            ++credits_[vc];
        }
    }
}

std::uint64_t ReadyValidOutput::forward() {
    if (!valid_from_ready_) {
        return std::exchange(ready_, 0);
    }
    std::uint64_t with_credit = 0;
    bool all = true;
    for (std::size_t vc = 0; vc < credits_.size(); ++vc) {
        const bool has = has_credit(static_cast<int>(vc));
        with_credit |= std::uint64_t{has} << vc;
        all = all && has;
    }
    ready_ = per_vc_ ? with_credit : std::uint64_t{all};
    return ready_;
}

bool ReadyValidOutput::take(int vc) {
    shown_ = vc;
    if (valid_from_ready_ ? (ready_ & ready_bit(vc)) == 0 : !has_credit(vc)) {
        return false;
    }
    ready_ |= ready_bit(vc);
    int& credits = credits_[static_cast<std::size_t>(vc)];
    if (credits != rtl::kUnbounded) {
        --credits;
    }
    return true;
}

void ReadyValidOutput::push(const rtl::Flit& flit) { pushed_.push_back(flit); }

int ReadyValidOutput::waiting(int vc) const {
    return static_cast<int>(std::count_if(pushed_.begin(), pushed_.end(),
                                          [vc](const rtl::Flit& each) { return each.vc == vc; }));
}

const rtl::Flit* ReadyValidOutput::drive() {
    if (!valid_from_ready_ && !per_vc_) {
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
