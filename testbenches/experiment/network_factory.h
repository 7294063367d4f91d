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

    const rtl::NetworkDescription& description() const { return network->description(); }
};

/// Topology and routing of a checked configuration. Throw topo::OptionError.
std::unique_ptr<topo::Topology> make_topology(const ExperimentConfig& config);
std::unique_ptr<topo::RoutingFunction> make_routing(const ExperimentConfig& config,
                                                    const topo::Topology& topology);

/// Everything a network is built from; `topology` and `routing` must outlive the network.
rtl::NetworkDescription describe_network(const ExperimentConfig& config,
                                         const topo::Topology& topology,
                                         const topo::RoutingFunction& routing);

/// One line of the list of levels.
struct LevelEntry {
    std::string name;  ///< value of `level`
    std::unique_ptr<rtl::Network> (*make)(const rtl::NetworkDescription& description);
};
const std::vector<LevelEntry>& levels();

/// Builds the network of `config.level`. Throws std::invalid_argument for a level that is not in
/// levels().
BuiltNetwork make_network(const ExperimentConfig& config);

}  // namespace flitscope::tb
