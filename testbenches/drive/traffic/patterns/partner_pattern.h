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

/// Nodes with coordinates: id = x_0 + N_0 * (x_1 + N_1 * ...). Meshes as they are, a hypercube has
/// N_i = 2, everything else is one dimension of all nodes.
std::vector<topo::NodeId> grid_sizes(const topo::Topology& topology);

/// The same with a partner at a constant offset in every dimension, modulo its size. `offset_of`:
/// 0..size-1 for a dimension of this size.
PatternEntry offset_entry(const std::string& name, topo::NodeId (*offset_of)(topo::NodeId size));

/// b for 2^b nodes. Throws OptionError ("pattern") for another number of nodes.
int address_bits(const topo::Topology& topology, const std::string& pattern);

}  // namespace flitscope::tb
