#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "topologies/routing/routing_function.h"
#include "topologies/topology.h"

namespace flitscope::topo {

/// One line of the list of routing functions.
struct RoutingEntry {
    std::string algorithm;
    std::vector<OptionSpec> options;
    /// Throws OptionError; key "algorithm" when the routing does not fit the topology. Keeps a
    /// pointer to the topology.
    std::function<std::unique_ptr<RoutingFunction>(const Topology&, const Options&)> make;
    bool in_verilog = false;  ///< there is a route_<algorithm>.v; set by the list
};

const std::vector<RoutingEntry>& routings();                     ///< in the order of routings.def
const RoutingEntry* find_routing(const std::string& algorithm);  ///< nullptr: unknown

/// What the registered entry makes. Throws OptionError: key "algorithm" for an unknown name (the
/// message lists the known ones), else what the entry throws.
std::unique_ptr<RoutingFunction> make_routing(const std::string& algorithm,
                                              const Topology& topology, const Options& options);

}  // namespace flitscope::topo
