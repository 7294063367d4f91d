#include "rtl_models/foreign/flow_control/credit_output.h"

#include <algorithm>
#include <string>

#include "rtl_models/router/for_each_vc.h"

namespace flitscope::cosim {

CreditOutput::CreditOutput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : parameters_(parameters),
      sink_(port.credits == rtl::kUnbounded),
      credits_(port),
      waiting_(port.vcs),
      vcs_(static_cast<std::size_t>(port.vcs)) {}

void CreditOutput::credit(std::uint64_t vcs) {
    credits_.give(vcs);
    rtl::for_each_vc(vcs, [&](int vc) { ++vcs_[static_cast<std::size_t>(vc)].to_give; });
}

std::uint64_t CreditOutput::forward() {
    std::uint64_t pins = 0;
    const int vcs = static_cast<int>(vcs_.size());
    const int bits = parameters_.style == CreditStyle::count ? parameters_.count_bits : 1;
    const int most = parameters_.style == CreditStyle::id ? 1 : vcs;
    int given = 0;
    for (int i = 0; i < vcs && given < most; ++i) {
        const int v = parameters_.style == CreditStyle::id ? (next_credit_ + i) % vcs : i;
        Vc& vc = vcs_[static_cast<std::size_t>(v)];
        const int count = std::min(vc.to_give, (1 << bits) - 1);
        if (count == 0) {
            continue;
        }
        ++given;
        vc.to_give -= count;
        vc.outstanding -= count;
        if (parameters_.style == CreditStyle::id) {
            pins = 1 | static_cast<std::uint64_t>(v) << 1;
            next_credit_ = (v + 1) % vcs;
        } else {
            pins |= static_cast<std::uint64_t>(count) << (v * bits);
        }
    }
    return pins;
}

bool CreditOutput::take(int vc) {
    Vc& state = vcs_[static_cast<std::size_t>(vc)];
    if (state.outstanding == parameters_.initial) {
        throw ViolationCause(ViolationKind::sent_without_credit,
                             "flit on VC " + std::to_string(vc) + ", whose " +
                                 std::to_string(parameters_.initial) + " credits are all used");
    }
    ++state.outstanding;
    return true;
}

const rtl::Flit* CreditOutput::drive() {
    const int vc = waiting_.pick(credits_.vcs());
    if (vc < 0) {
        return nullptr;
    }
    waiting_.pass(vc);
    credits_.take(vc);
    vcs_[static_cast<std::size_t>(vc)].to_give += sink_ ? 1 : 0;
    driven_ = waiting_.pop(vc);
    return &driven_;
}

bool CreditOutput::idle() const {
    return waiting_.empty() &&
           std::all_of(vcs_.begin(), vcs_.end(), [](const Vc& vc) { return vc.to_give == 0; });
}

}  // namespace flitscope::cosim
