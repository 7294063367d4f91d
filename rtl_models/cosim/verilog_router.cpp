#include "rtl_models/cosim/verilog_router.h"

#include <algorithm>

namespace flitscope::cosim {

const VerilogSet* find_set(const std::vector<VerilogSet>& sets, const VerilogParameters& parameters,
                           bool traced) {
    const std::string arguments = cmake_arguments(parameters);
    const auto found = std::find_if(sets.begin(), sets.end(), [&](const VerilogSet& set) {
        return set.arguments == arguments && set.traced == traced;
    });
    return found == sets.end() ? nullptr : &*found;
}

}  // namespace flitscope::cosim
