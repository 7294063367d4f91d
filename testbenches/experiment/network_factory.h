#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/microarchitecture/network.h"
#include "testbenches/experiment/experiment_config.h"

namespace flitscope::tb {

/// A network together with what it is built from, in the order in which it is needed.
struct BuiltNetwork {
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    std::unique_ptr<rtl::Network> network;
};

/// What watches a network while it runs; null: nobody. Both outlive the network.
struct NetworkTaps {
    rtl::NetworkObserver* observer = nullptr;
    waves::WaveDump* waves = nullptr;
};

/// Everything a network is built from, for a checked configuration. `topology` and `routing` must
/// outlive the network.
rtl::NetworkDescription describe_network(const ExperimentConfig& config,
                                         const topo::Topology& topology,
                                         const topo::RoutingFunction& routing,
                                         const NetworkTaps& taps = {});

/// One line of the list of levels: the value of `level`, and how to build the network.
struct LevelEntry {
    std::string name;
    std::unique_ptr<rtl::Network> (*make)(const rtl::NetworkDescription& description);
};
const std::vector<LevelEntry>& levels();

/// Builds topology, routing and the network of `config.level`; a mix of levels is a fast network
/// with routers at signal level (docs/levels.md). Throws std::invalid_argument for a level that is
/// not in levels(), topo::OptionError for an unchecked configuration.
BuiltNetwork make_network(const ExperimentConfig& config, const NetworkTaps& taps = {});

}  // namespace flitscope::tb
