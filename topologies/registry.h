#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "topologies/routing/routing_function.h"
#include "topologies/topology.h"

namespace flitscope::topo {

/// One line of the list of topologies: name in the configuration, its options, and how to build it.
struct TopologyEntry {
    std::string kind;
    std::vector<OptionSpec> options;
    /// Throws OptionError for a value that does not fit.
    std::function<std::unique_ptr<Topology>(const Options&)> make;
    std::string default_routing;  ///< routing.algorithm where the configuration names none
};

/// One line of the list of routing functions.
struct RoutingEntry {
    std::string algorithm;
    std::vector<OptionSpec> options;
    /// Throws OptionError; key "algorithm" when the routing does not fit the topology. Keeps a
    /// pointer to the topology.
    std::function<std::unique_ptr<RoutingFunction>(const Topology&, const Options&)> make;
};

const std::vector<TopologyEntry>& topologies();
const std::vector<RoutingEntry>& routings();
const TopologyEntry* find_topology(const std::string& kind);     ///< nullptr: unknown
const RoutingEntry* find_routing(const std::string& algorithm);  ///< nullptr: unknown

/// What the registered entry makes. Throws OptionError: key "kind" or "algorithm" for an unknown
/// name (the message lists the known ones), else what the entry throws.
std::unique_ptr<Topology> make_topology(const std::string& kind, const Options& options);
std::unique_ptr<RoutingFunction> make_routing(const std::string& algorithm,
                                              const Topology& topology, const Options& options);

}  // namespace flitscope::topo
