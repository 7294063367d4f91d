#pragma once

#include <string>

#include "topologies/custom_graph.h"

namespace flitscope::topo {

/// The network that `text` describes in GraphML: see read_custom_file. `path`: of the file it is
/// from, for messages.
CustomGraph read_graphml(const std::string& path, const std::string& text);

}  // namespace flitscope::topo
