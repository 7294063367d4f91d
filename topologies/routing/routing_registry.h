#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "topologies/routing/routing_function.h"
#include "topologies/topology.h"

namespace flitscope::topo {

/// An entry of the list of routing functions.
struct RoutingEntry {
    std::string algorithm;
    std::vector<OptionSpec> options;
    /// Throws OptionError; key "algorithm" when the routing does not fit the topology. Keeps a
    /// pointer to the topology.
    std::function<std::unique_ptr<RoutingFunction>(const Topology&, const Options&)> make;
    bool by_load = false;  ///< it may choose by load: `ties` says something
    // Set by the list.
    bool computed_in_verilog = false;  ///< there is a route_<algorithm>.v
    bool in_verilog = false;           ///< level verilog has it, computed or looked up
};

const std::vector<RoutingEntry>& routings();                     ///< in the order of routings.def
const RoutingEntry* find_routing(const std::string& algorithm);  ///< nullptr: unknown

/// Whether a separate module computes it at level verilog; others use route tables.
bool computed_in_verilog(const RoutingFunction& routing);

/// Makes the registered routing function. Throws OptionError: key "algorithm" for an unknown name
/// (the message lists the known ones), otherwise as the entry.
std::unique_ptr<RoutingFunction> make_routing(const std::string& algorithm,
                                              const Topology& topology, const Options& options);

}  // namespace flitscope::topo
