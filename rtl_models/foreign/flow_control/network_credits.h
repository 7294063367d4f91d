#pragma once

#include "rtl_models/foreign/flow_control/flow_control.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::cosim {

/// The credits of the network behind an output port.
class NetworkCredits {
public:
    explicit NetworkCredits(const FlowControlPort& port)
        : credits_(static_cast<std::size_t>(port.vcs), port.credits),
          vcs_(port.credits == 0 ? 0 : ~std::uint64_t{0} >> (64 - port.vcs)) {}

    /// VCs that have some.
    std::uint64_t vcs() const { return vcs_; }
    bool has(int vc) const { return (vcs_ >> vc & 1) != 0; }
    bool all_have() const { return vcs_ == ~std::uint64_t{0} >> (64 - credits_.size()); }

    void give(std::uint64_t vcs) {
        for (std::size_t vc = 0; vc < credits_.size(); ++vc) {
            if ((vcs >> vc & 1) != 0 && credits_[vc] != rtl::kUnbounded) {
                ++credits_[vc];
                vcs_ |= std::uint64_t{1} << vc;
            }
        }
    }
    void take(int vc) {
        int& credits = credits_[static_cast<std::size_t>(vc)];
        if (credits != rtl::kUnbounded && --credits == 0) {
            vcs_ &= ~(std::uint64_t{1} << vc);
        }
    }

private:
    std::vector<int> credits_;  ///< by VC; rtl::kUnbounded: never counted
    std::uint64_t vcs_;
};

}  // namespace flitscope::cosim
