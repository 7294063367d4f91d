#pragma once

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/measurement/simulation_hooks.h"
#include "testbenches/drive/run/result.h"

namespace flitscope::tb {

/// Drives the network with the traffic of the configuration until the interval asked for is
/// reached, the network is saturated, max_cycles have passed, a deadlock has formed
/// (Result::deadlock) or the run is interrupted. The network must be new.
///
/// Throws OptionError when the traffic does not fit the topology, std::logic_error when an
/// invariant is broken: a message lost or delivered twice, faster than the zero-load rule, or what
/// Network::check_invariants finds.
Result simulate(const ExperimentConfig& config, rtl::Network& network,
                const SimulationHooks& hooks = {});

}  // namespace flitscope::tb
