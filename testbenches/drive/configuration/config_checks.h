#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/configuration/known_parts.h"
#include "topologies/topology.h"

namespace flitscope::tb {

/// Checks values against each other after every section was read: routing and pattern against the
/// topology, buffers against messages, VCs, rates, levels. Fills in `traffic.rate` if `load` was
/// given, and adds warnings. Throws ConfigError that points at the value to change.
void check_combinations(ConfigSection& root, const topo::Topology& topology, ConfigUse use,
                        ExperimentConfig& config);

}  // namespace flitscope::tb
