#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

/// A verilated parameter set of router.v.
struct VerilogSet {
    std::string name;       ///< as given to flitscope_verilate_router
    std::string arguments;  ///< cmake_arguments() of its parameters
    bool traced = false;    ///< can write a dump of its own; runs slower
    rtl::PinSizes sizes;
    std::function<std::unique_ptr<UnitModel>(const std::string& name)> make;
};

/// The set with these parameters; nullptr: there is none.
inline const VerilogSet* find_set(const std::vector<VerilogSet>& sets,
                                  const VerilogParameters& parameters, bool traced = false) {
    const std::string arguments = cmake_arguments(parameters);
    const auto found = std::find_if(sets.begin(), sets.end(), [&](const VerilogSet& set) {
        return set.arguments == arguments && set.traced == traced;
    });
    return found == sets.end() ? nullptr : &*found;
}

}  // namespace flitscope::cosim
