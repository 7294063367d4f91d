#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The levels of a router, the default first.
const std::vector<std::string>& level_names();

/// One row of the table of what each level accepts. The rows of the router's parameters come from
/// rtl_models/router/router_parameter_table.h.
struct Capability {
    std::string key;    ///< configuration key
    std::string value;  ///< the value or the kind of value, as users type it
    std::function<bool(const ExperimentConfig& config)> used;
    std::vector<std::string> levels;  ///< that accept it
};
const std::vector<Capability>& capabilities();

/// The first capability that the configuration uses and one of its levels lacks; nullptr: none.
/// Foreign routers (`level.verilog.router`) are not in the table. `level` receives the name of that
/// level.
const Capability* missing_capability(const ExperimentConfig& config, std::string& level);

}  // namespace flitscope::tb
