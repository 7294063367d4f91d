#pragma once

#include <memory>

#include "rtl_models/router/allocators/decision_makers.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The arbiters and allocators that the configuration takes from plug-ins; null where it takes
/// none. Throws ConfigError for a plug-in that is missing or brings something else, and where a
/// unit of a router is verilated: the RTL neither asks them nor carries what they look at.
std::shared_ptr<const rtl::DecisionMakers> make_decisions(const ExperimentConfig& config);

/// Throws ConfigError where a router of the RTL, which asks no plug-in, would have to.
void check_decisions(const ExperimentConfig& config);

}  // namespace flitscope::tb
