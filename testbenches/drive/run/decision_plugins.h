#pragma once

#include <memory>

#include "rtl_models/router/allocators/decision_makers.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The arbiters and allocators that the configuration takes from plug-ins; null if it takes none.
/// Throws ConfigError for a plug-in that is missing or provides something else, and if a unit of a
/// router is verilated, because the RTL neither calls plug-ins nor carries the data that they read.
std::shared_ptr<const rtl::DecisionMakers> make_decisions(const ExperimentConfig& config);

/// Throws ConfigError if a router at level verilog, which cannot call plug-ins, would need one.
void check_decisions(const ExperimentConfig& config);

}  // namespace flitscope::tb
