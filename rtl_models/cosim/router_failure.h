#pragma once

#include <stdexcept>
#include <string>

#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

/// Ends the run: what is wrong at a verilated router in the running cycle.
[[noreturn]] inline void fail(const rtl::RouterModule& router, const char* report,
                              const std::string& what) {
    const std::string text =
        std::string(router.name()) + ": cycle " + std::to_string(router.cycle()) + ": " + what;
    SC_REPORT_FATAL(report, text.c_str());
    throw std::logic_error(text);  // should a report handler return
}

/// Reports what is wrong with the RTL, if anything is.
inline void require(const rtl::RouterModule& router, const std::string& wrong) {
    if (!wrong.empty()) {
        fail(router, "/flitscope/cosim/state", wrong);
    }
}

}  // namespace flitscope::cosim
