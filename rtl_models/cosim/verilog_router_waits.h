#pragma once

#include <vector>

#include "rtl_models/cosim/output_rules.h"

namespace flitscope::cosim {

/// The waits of the messages in a verilated router: one for every input VC that is not empty, by
/// port, then VC.
void append_waits_of(const rtl::RouterModule& router, const RouterShadow& shadow,
                     const OutputRules& rules, std::vector<rtl::VcWait>& waits);

}  // namespace flitscope::cosim
