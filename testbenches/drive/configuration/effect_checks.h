#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

// Settings without effect in combination with others, except those that the readers of sections
// note themselves. Both functions note them, and replace them by the default if results would show
// them.

/// Those without effect because of the router, the network and the kind of traffic.
void drop_unused(ConfigSection& root, const topo::Topology& topology, ExperimentConfig& config);

/// Those of broadcasts, multicasts, collectives and headers; call it after a trace was read.
void drop_unused_of_operations(ConfigSection& root, const topo::RoutingFunction& unicast,
                               ExperimentConfig& config);

}  // namespace flitscope::tb
