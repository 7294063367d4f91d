#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

/// Refuses router ideas (docs/router.md, sections 4 to 7) with what they cannot be combined with.
void check_router_ideas(ConfigSection& root, const topo::RoutingFunction& routing,
                        const ExperimentConfig& config);

}  // namespace flitscope::tb
