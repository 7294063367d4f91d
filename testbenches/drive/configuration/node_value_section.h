#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "topologies/node_value.h"

namespace flitscope::tb {

/// `key`: a whole number, a list of them, one per node by id, or an expression of the node.
void read_node_value(ConfigSection& section, const std::string& key, topo::NodeValue& target);

}  // namespace flitscope::tb
