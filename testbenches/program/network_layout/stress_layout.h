#pragma once

#include <vector>

#include "testbenches/program/network_layout/network_layout.h"

namespace flitscope::tb {

/// Nodes that `stress_places` takes: its time grows with the square of their number, to two seconds
/// here.
constexpr topo::NodeId kMostStressed = 1024;

/// Places in which the distance between any two nodes comes as close as can be to the number of
/// hops between them, near nodes counting most. The same places each time.
///
/// Kamada and Kawai 1989 for what is minimised; stress majorisation (Gansner, Koren and North 2004,
/// section 2), as in Graphviz's neato, from the classical scaling of the distances. It ends in the
/// same places as kamada_kawai_spring_layout of Boost.Graph, in a tenth of the time or less.
std::vector<NetworkLayout::Place> stress_places(const topo::Topology& topology);

}  // namespace flitscope::tb
