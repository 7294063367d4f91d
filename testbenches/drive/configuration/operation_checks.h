#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/configuration/known_parts.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

/// The sections of `traffic` that define operations.
constexpr ByOperation<const char*> kSectionOfKind = {"broadcast", "multicast", "collective"};

/// Checks `traffic.broadcast`, `traffic.multicast`, `traffic.collective` and `header` against the
/// network and the rest of the traffic (docs/traffic.md, docs/headers_and_branches.md). Returns the
/// flits of the longest message of collectives, 0 if there are none. Throws ConfigError.
std::int64_t check_operations(ConfigSection& root, const topo::Topology& topology,
                              const topo::RoutingFunction& unicast, ConfigUse use,
                              const ExperimentConfig& config);

}  // namespace flitscope::tb
