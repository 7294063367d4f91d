#include "testbenches/program/rtl_command/runnable.h"

#include "testbenches/drive/run/memory_need.h"
#include "testbenches/drive/run/plugin_parts.h"
#include "testbenches/program/rtl_command/rtl_sets.h"

namespace flitscope::tb {

void check_runnable(const ExperimentConfig& config, const std::string& config_argument,
                    const std::vector<std::string>& set_arguments) {
    check_units_used(config);
    check_memory(config, {config.level});
    if (config.level.uses("verilog")) {
        require_sets(config, config_argument, set_arguments);
    }
}

}  // namespace flitscope::tb
