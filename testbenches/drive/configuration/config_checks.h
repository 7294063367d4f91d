#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/configuration/known_parts.h"
#include "topologies/topology.h"

namespace flitscope::tb {

/// Holds values against each other, once every section is read: routing and pattern against the
/// topology, buffers against messages, VCs, rates, levels. Fills in `traffic.rate` where `load` was
/// given and adds warnings. Throws ConfigError pointing at the value that can be changed.
void check_combinations(ConfigSection& root, const topo::Topology& topology, ConfigUse use,
                        ExperimentConfig& config);

}  // namespace flitscope::tb
