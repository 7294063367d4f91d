#pragma once

#include <optional>
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

/// Where a node is drawn: x to the right, y up, in any unit.
struct NodePosition {
    double x = 0;
    double y = 0;
};

/// A network as somebody has written it down.
struct CustomGraph {
    std::string name;  ///< of the file, for messages
    NodeId nodes = 0;
    std::vector<std::string> link_classes;
    std::vector<CustomLink> links;
    std::vector<std::string> names;  ///< by node, "": it has none; empty: no node has one
    std::vector<NodePosition> places;   ///< by node; empty: nodes have none
};

/// What a file may say about a node, apart from its links.
struct NodeRemarks {
    std::optional<std::string> name;
    std::optional<NodePosition> at;
    std::string place;  ///< where it is written
};

/// Sets names, and places where all nodes have one. Throws OptionError ("file"): a name that is
/// empty, long, given twice or no printable text in UTF-8; a place that is not finite.
void set_remarks(CustomGraph& graph, const std::vector<NodeRemarks>& remarks);

/// The network in a GraphML file (custom_file.h); `text`: its content.
CustomGraph read_graphml(const std::string& path, const std::string& text);

/// For readers of such files. Throws OptionError ("file") with the place.
[[noreturn]] void refuse(const std::string& place, const std::string& what);

/// Number of the class of that name, which joins the others if it is new. `place`: of the link.
int class_number(CustomGraph& graph, const std::string& name, const std::string& place);

}  // namespace flitscope::topo
