#pragma once

#include <string>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// A full-duplex link of a network from a file.
struct CustomLink {
    NodeId from = 0;
    NodeId to = 0;
    int link_class = 0;
    std::string place;  ///< where it is written, for messages: "net.yaml:4"
};

/// A network as somebody has written it down.
struct CustomGraph {
    std::string name;  ///< of the file, for messages
    NodeId nodes = 0;
    std::vector<std::string> link_classes;
    std::vector<CustomLink> links;
};

/// For readers of such files. Throws OptionError ("file") with the place.
[[noreturn]] void refuse(const std::string& place, const std::string& what);

/// Number of the class of that name, which joins the others if it is new. `place`: of the link.
int class_number(CustomGraph& graph, const std::string& name, const std::string& place);

}  // namespace flitscope::topo
