#pragma once

#include <optional>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

constexpr int kSameClass = -1;

/// A full-duplex link of a network from a file.
struct CustomLink {
    RouterId from = 0;
    RouterId to = 0;
    int link_class = 0;
    std::string place;            ///< where it is written, for messages: "net.yaml:4"
    int back_class = kSameClass;  ///< of the channel back, where it is another one

    int class_back() const { return back_class == kSameClass ? link_class : back_class; }
};

/// Where a router is drawn: x to the right, y up, in any unit.
struct NodePosition {
    double x = 0;
    double y = 0;
};

/// A network as somebody has written it down.
struct CustomGraph {
    std::string name;  ///< of the file, for messages
    RouterId routers = 0;
    std::vector<std::string> link_classes;
    std::vector<CustomLink> links;
    std::vector<std::string> names;       ///< by router, "": it has none; empty: no router has one
    std::vector<NodePosition> places;     ///< by router; empty: routers have none
    std::vector<int> nodes;               ///< by router; empty: one at each
    std::vector<std::string> node_names;  ///< by node, "": it has none; empty: no node has one
};

/// What a file may say about a router, apart from its links.
struct RouterRemarks {
    std::optional<std::string> name;
    std::optional<NodePosition> at;
    std::string place;  ///< where it is written
    int nodes = 1;
    std::vector<std::string> node_names;  ///< of all its nodes; empty: they have none
};

/// "3", a number of nodes, or "a, b", their names. False: it is neither.
bool read_nodes(const std::string& text, RouterRemarks& remarks);

/// Sets names, nodes, and places where all routers have one. Throws OptionError ("file"): a name
/// that is empty, long, given twice or no printable text in UTF-8; a node at two routers; a number
/// of nodes out of range; a place that is not finite.
void set_remarks(CustomGraph& graph, const std::vector<RouterRemarks>& remarks);

/// The network in a GraphML file (custom_file.h); `text`: its content.
CustomGraph read_graphml(const std::string& path, const std::string& text);

/// ... in a file of BookSim2's network `anynet` (custom_file.h).
CustomGraph read_anynet(const std::string& path, const std::string& text);

/// For readers of such files. Throws OptionError ("file") with the place.
[[noreturn]] void refuse(const std::string& place, const std::string& what);

/// Number of the class of that name, which joins the others if it is new. `place`: of the link.
int class_number(CustomGraph& graph, const std::string& name, const std::string& place);

}  // namespace flitscope::topo
