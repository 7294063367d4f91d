#pragma once

#include <memory>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/live_routing.h"

namespace flitscope::cosim {
class RtlTrace;
}

namespace flitscope::tb {

/// A network together with the parts that it is built from, in the order of their use.
struct BuiltNetwork {
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    std::unique_ptr<topo::LiveRouting> live;            ///< around `routing`; null: no faults
    std::shared_ptr<const rtl::DecisionMakers> makers;  ///< from plug-ins; null: there are none
    std::unique_ptr<rtl::Network> network;
};

/// The observers of a running network; null: none. All outlive the network.
struct NetworkTaps {
    rtl::NetworkObserver* observer = nullptr;
    waves::WaveDump* waves = nullptr;
    cosim::RtlTrace* rtl = nullptr;  ///< dumps of the Verilog routers' own; their sets are traced
};

/// Everything that a network is built from, for a checked configuration. `topology` and `routing`
/// must outlive the network.
rtl::NetworkDescription describe_network(const ExperimentConfig& config,
                                         const topo::Topology& topology,
                                         const topo::RoutingFunction& routing,
                                         const NetworkTaps& taps = {});

/// Builds topology, routing and the network of `config.level`: of one level, or a fast network with
/// other routers in it, or one of SystemC modules (docs/levels.md). Throws std::invalid_argument
/// for a level that does not exist, ConfigError for a missing or unsuitable Verilog parameter set
/// or plug-in, OptionError for an unchecked configuration.
BuiltNetwork make_network(const ExperimentConfig& config, const NetworkTaps& taps = {});

}  // namespace flitscope::tb
