#include "rtl_models/foreign/flow_control/credit_output.h"

#include <algorithm>
#include <string>

#include "rtl_models/router/vc_mask.h"

namespace flitscope::cosim {

CreditOutput::CreditOutput(const FlowControlParameters& parameters, const FlowControlPort& port)
    : parameters_(parameters),
      sink_(port.credits == rtl::kUnbounded),
      credits_(port),
      waiting_(port.vcs),
      vcs_(static_cast<std::size_t>(port.vcs)) {}

void CreditOutput::credit(std::uint64_t vcs) {
    credits_.give(vcs);
    rtl::for_each_bit(vcs, [&](int vc) { ++vcs_[static_cast<std::size_t>(vc)].to_give; });
}

std::uint64_t CreditOutput::forward() {
    std::uint64_t pins = 0;
    const int vcs = static_cast<int>(vcs_.size());
    const int bits = parameters_.bits_per_vc();
    const bool one_a_cycle = parameters_.style == CreditStyle::id;
    for (int i = 0; i < vcs; ++i) {
        const int v = one_a_cycle ? (next_credit_ + i) % vcs : i;
        Vc& vc = vcs_[static_cast<std::size_t>(v)];
        const int count = std::min(vc.to_give, (1 << bits) - 1);
        vc.to_give -= count;
        vc.outstanding -= count;
        if (one_a_cycle && count > 0) {
            next_credit_ = (v + 1) % vcs;
            return 1 | static_cast<std::uint64_t>(v) << 1;
        }
        pins |= static_cast<std::uint64_t>(count) << (v * bits);
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
    driven_ = waiting_.serve(credits_.vcs());
    if (!driven_.valid()) {
        return nullptr;
    }
    credits_.take(driven_.vc);
    vcs_[driven_.vc].to_give += sink_ ? 1 : 0;
    return &driven_;
}

bool CreditOutput::idle() const {
    return waiting_.empty() &&
           std::all_of(vcs_.begin(), vcs_.end(), [](const Vc& vc) { return vc.to_give == 0; });
}

}  // namespace flitscope::cosim
