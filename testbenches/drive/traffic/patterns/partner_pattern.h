#pragma once

#include <functional>
#include <string>

#include "testbenches/drive/traffic/registry.h"

namespace flitscope::tb {

/// The node to which a node sends all its messages.
using Partner = std::function<topo::NodeId(topo::NodeId source)>;

/// The entry of a pattern in which every node has one fixed partner; nodes that are their own
/// partner do not send. `partner_of`: throws OptionError ("pattern") for an unsuitable topology,
/// such as one in which no node has a partner.
PatternEntry partner_entry(const std::string& name,
                           std::function<Partner(const topo::Topology&)> partner_of);

/// Routers with coordinates: id = x_0 + N_0 * (x_1 + N_1 * ...), with equally many nodes each.
/// Grids as they are, a hypercube has N_i = 2, other networks one dimension of all routers, or,
/// where not all routers have as many nodes, of all nodes.
struct PatternGrid {
    std::vector<topo::NodeId> sizes;  ///< N_i
    topo::NodeId nodes_at = 1;        ///< each place
};
PatternGrid grid_of(const topo::Topology& topology);

/// The same with a partner at a constant offset in every dimension, modulo its size, and the same
/// local index. `offset_of`: 0..size-1 for a dimension of this size.
PatternEntry offset_entry(const std::string& name, topo::NodeId (*offset_of)(topo::NodeId size));

/// b for 2^b nodes. Throws OptionError ("pattern") for another number of nodes.
int address_bits(const topo::Topology& topology, const std::string& pattern);

}  // namespace flitscope::tb
