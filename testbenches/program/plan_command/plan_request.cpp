#include "testbenches/program/plan_command/plan_request.h"

#include "topologies/fitting_topology.h"
#include "topologies/node_name.h"

namespace flitscope::tb {

NodeNaming::NodeNaming(const topo::Topology& topology, bool labels) : topology_(&topology) {
    if (labels) {
        const std::string key = "--labels";
        labels_.emplace(topo::fitting_topology<topo::Mesh>(topology, key, "a Hamiltonian label",
                                                           "mesh of two or three dimensions"),
                        "a Hamiltonian label", key);
    }
}

topo::NodeId NodeNaming::parse(const std::string& text, const std::string& key) const {
    const topo::NodeId node = topo::parse_node(*topology_, text, key);
    return labels_ && text.find('(') == std::string::npos ? labels_->node(node) : node;
}

std::vector<topo::NodeId> parse_nodes(const NodeNaming& naming, const std::string& text,
                                      const std::string& key) {
    std::vector<topo::NodeId> nodes;
    std::string name;
    bool bracketed = false;
    for (const char c : text) {
        bracketed = c == '(' || (bracketed && c != ')');
        if (c == ',' && !bracketed) {
            nodes.push_back(naming.parse(name, key));
            name.clear();
        } else {
            name += c;
        }
    }
    if (!name.empty() || !nodes.empty()) {
        nodes.push_back(naming.parse(name, key));
    }
    return nodes;
}

}  // namespace flitscope::tb
