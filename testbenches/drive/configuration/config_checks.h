#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

/// What some parts are not for: they take a router for its node.
constexpr const char* kNodesApart = "none or several nodes at a router (topology.kind)";

/// Checks values against each other after every section was read: routing and pattern against the
/// topology, buffers against messages, VCs, rates, levels. Fills in `traffic.rate` if `load` was
/// given, and adds warnings. Throws ConfigError that points at the value to change.
void check_combinations(ConfigSection& root, const topo::Topology& topology, ConfigUse use,
                        ExperimentConfig& config);

// Of check_combinations only:

/// Checks `traffic.broadcast`, `traffic.multicast`, `traffic.collective` and `header` against the
/// network and the rest of the traffic (docs/traffic.md, docs/headers_and_branches.md). Returns the
/// flits of the longest message of collectives, 0 if there are none. Throws ConfigError.
std::int64_t check_operations(ConfigSection& root, const topo::Topology& topology,
                              const topo::RoutingFunction& unicast, ConfigUse use,
                              const ExperimentConfig& config);

// Settings without effect in combination with others, except those that the readers of sections
// note themselves. Both functions note them, and replace them by the default if results would show
// them.

/// Those without effect because of the router, the network and the kind of traffic.
void drop_unused(ConfigSection& root, const topo::Topology& topology, ExperimentConfig& config);

/// Those of broadcasts, multicasts, collectives and headers; call it after a trace was read.
void drop_unused_of_operations(ConfigSection& root, const topo::Topology& topology,
                               const topo::RoutingFunction& unicast, ExperimentConfig& config);

}  // namespace flitscope::tb
