#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

// Settings that change nothing beside the others, apart from those that the readers of sections
// note by themselves. Both note them, and put the default in their place where results would show
// them.

/// Beside the router, the network and the kind of traffic.
void drop_unused(ConfigSection& root, const topo::Topology& topology, ExperimentConfig& config);

/// Of broadcasts, multicasts, collectives and headers, once a trace is read.
void drop_unused_of_operations(ConfigSection& root, const topo::RoutingFunction& unicast,
                               ExperimentConfig& config);

}  // namespace flitscope::tb
