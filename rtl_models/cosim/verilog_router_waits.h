#pragma once

#include <vector>

#include "rtl_models/cosim/output_rules.h"

namespace flitscope::cosim {

/// What the messages in a verilated router wait for (rtl::VcWait).
class VerilogRouterWaits {
public:
    /// All must outlive it.
    VerilogRouterWaits(const rtl::RouterModule& router, const RouterShadow& shadow,
                       const OutputRules& rules)
        : router_(router), shadow_(shadow), rules_(rules) {}

    /// Every input VC that is not empty, by port, then VC.
    void append(std::vector<rtl::VcWait>& waits) const;

private:
    rtl::VcWait wait_of(int port, int vc) const;
    bool waits_for_ejection(const RouterShadow::InputVc& in, rtl::VcWait& wait) const;

    const rtl::RouterModule& router_;
    const RouterShadow& shadow_;
    const OutputRules& rules_;
};

}  // namespace flitscope::cosim
