#pragma once

#include <string>

#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

/// Ends the run with an error of a verilated router in the running cycle.
[[noreturn]] inline void fail(const rtl::RouterModule& router, const char* report,
                              const std::string& what) {
    rtl::report_error(report, router, router.clk_i, what, sc_core::SC_FATAL);
}

/// Reports an error of the RTL, if there is one.
inline void require(const rtl::RouterModule& router, const std::string& wrong) {
    if (!wrong.empty()) {
        fail(router, "/flitscope/cosim/state", wrong);
    }
}

}  // namespace flitscope::cosim
