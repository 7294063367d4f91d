#include "rtl_models/foreign/flow_control/credit_input.h"

#include <algorithm>
#include <string>

namespace flitscope::cosim {

CreditInput::CreditInput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : parameters_(parameters), waiting_(port.vcs), vcs_(static_cast<std::size_t>(port.vcs)) {}

void CreditInput::arrive(const rtl::Flit& flit) { waiting_.push(flit.vc, flit); }

const rtl::Flit* CreditInput::offer() {
    offered_ = {};
    std::uint64_t room = 0;
    for (std::size_t v = 0; v < vcs_.size(); ++v) {
        room |= static_cast<std::uint64_t>(vcs_[v].in_device < parameters_.initial ? 1 : 0) << v;
    }
    const int vc = waiting_.pick(room);
    if (vc < 0) {
        return nullptr;
    }
    waiting_.pass(vc);
    ++vcs_[static_cast<std::size_t>(vc)].in_device;
    offered_ = waiting_.pop(vc);
    return &offered_;
}

bool CreditInput::settle(std::uint64_t /*back*/) { return offered_.valid(); }

void CreditInput::clocked(std::uint64_t back) {
    const int vcs = static_cast<int>(vcs_.size());
    switch (parameters_.style) {
        case CreditStyle::pulse:
            for (int v = 0; v < vcs; ++v) {
                return_credits(v, back >> v & 1);
            }
            break;
        case CreditStyle::count: {
            const int bits = parameters_.count_bits;
            for (int v = 0; v < vcs; ++v) {
                return_credits(v, back >> (v * bits) & ((std::uint64_t{1} << bits) - 1));
            }
            break;
        }
        case CreditStyle::id:
            if ((back & 1) != 0) {
                const std::uint64_t v = back >> 1;
                if (v >= vcs_.size()) {
                    throw ViolationCause(
                        ViolationKind::wrong_vc,
                        "credit for VC " + std::to_string(v) + ", which does not exist");
                }
                return_credits(static_cast<int>(v), 1);
            }
            break;
    }
}

void CreditInput::return_credits(int vc, std::uint64_t count) {
    Vc& state = vcs_[static_cast<std::size_t>(vc)];
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
