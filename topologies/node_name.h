#pragma once

#include <string>

#include "topologies/topology.h"

namespace flitscope::topo {

/// The node a user means by `text`: a decimal id ("5") or coordinates ("(1,1)"), blanks allowed
/// between the parts, or the name that the file of the network gives it. Throws OptionError with
/// the given key; the message says what is accepted.
NodeId parse_node(const Topology& topology, const std::string& text, const std::string& key = "");

}  // namespace flitscope::topo
