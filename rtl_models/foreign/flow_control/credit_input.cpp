#include "rtl_models/foreign/flow_control/credit_input.h"

#include <algorithm>
#include <string>

namespace flitscope::cosim {

CreditInput::CreditInput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : parameters_(parameters), waiting_(port.vcs), vcs_(static_cast<std::size_t>(port.vcs)) {}

const rtl::Flit* CreditInput::offer() {
    std::uint64_t room = 0;
    for (std::size_t v = 0; v < vcs_.size(); ++v) {
        room |= static_cast<std::uint64_t>(vcs_[v].in_device < parameters_.initial ? 1 : 0) << v;
    }
    offered_ = waiting_.serve(room);
    if (!offered_.valid()) {
        return nullptr;
    }
    ++vcs_[offered_.vc].in_device;
    return &offered_;
}

void CreditInput::clocked(std::uint64_t back) {
    if (parameters_.style != CreditStyle::id) {
        const int bits = parameters_.bits_per_vc();
        for (std::size_t v = 0; v < vcs_.size(); ++v) {
            return_credits(v, back & ((std::uint64_t{1} << bits) - 1));
            back >>= bits;
        }
    } else if ((back & 1) != 0) {
        if (back >> 1 >= vcs_.size()) {
            throw ViolationCause(
                ViolationKind::wrong_vc,
                "credit for VC " + std::to_string(back >> 1) + ", which does not exist");
        }
        return_credits(back >> 1, 1);
    }
}

void CreditInput::return_credits(std::size_t vc, std::uint64_t count) {
    Vc& state = vcs_[vc];
    if (count > static_cast<std::uint64_t>(state.in_device)) {
        throw ViolationCause(ViolationKind::credit_overflow,
                             std::to_string(count) + " credits for VC " + std::to_string(vc) +
                                 ", which holds " + std::to_string(state.in_device) + " flits");
    }
    state.in_device -= static_cast<int>(count);
    state.to_return += static_cast<int>(count);
}

std::uint64_t CreditInput::credits() {
    std::uint64_t mask = 0;
    for (std::size_t v = 0; v < vcs_.size(); ++v) {
        if (vcs_[v].to_return > 0) {
            --vcs_[v].to_return;
            mask |= std::uint64_t{1} << v;
        }
    }
    return mask;
}

bool CreditInput::idle() const {
    return waiting_.empty() &&
           std::all_of(vcs_.begin(), vcs_.end(), [](const Vc& vc) { return vc.to_return == 0; });
}

}  // namespace flitscope::cosim
