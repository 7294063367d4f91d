#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "common/options.h"
#include "topologies/topology.h"

namespace flitscope::topo {

/// An entry of the list of topologies: name in the configuration, options, and how to build it.
struct TopologyEntry {
    std::string kind;
    std::vector<OptionSpec> options;
    /// Throws OptionError for a value that does not fit.
    std::function<std::unique_ptr<Topology>(const Options&)> make;
    std::string default_routing;  ///< routing.algorithm where the configuration names none
};

const std::vector<TopologyEntry>& topologies();
/// Throws OptionError for an unknown name: key "kind", the message lists the known ones.
const TopologyEntry& find_topology(const std::string& kind);
/// Makes the registered topology; throws OptionError as well.
std::unique_ptr<Topology> make_topology(const std::string& kind, const Options& options);

}  // namespace flitscope::topo
