#include "topologies/node_name.h"

#include <cctype>
#include <sstream>

namespace flitscope::topo {
namespace {

/// Reads "3", "(1,2,3)", a router with one node, or "(1,2,3).4", a router's node 4, with blanks
/// between the parts; kNoNode: it is none.
NodeId read_node(const Topology& topology, const std::string& text) {
    std::istringstream in(text);
    char mark = 0;
    const bool bracketed = (in >> std::ws).peek() == '(' && in >> mark;
    std::vector<int> numbers;
    do {
        const bool digits = std::isdigit((in >> std::ws).peek()) != 0;
        int number = 0;
        if (!digits || !(in >> number)) {
            return kNoNode;
        }
        numbers.push_back(number);
    } while (bracketed && in >> mark && mark == ',');
    if (!bracketed) {
        return (in >> std::ws).eof() && numbers[0] < topology.nodes() ? numbers[0] : kNoNode;
    }
    const RouterId router = mark == ')' ? topology.router_at(numbers) : kNoNode;
    const int nodes = router == kNoNode ? 0 : topology.nodes_at(router);
    int local = nodes == 1 ? 0 : nodes;
    if (in >> mark && (mark != '.' || !(in >> local) || local < 0)) {
        return kNoNode;
    }
    return local < nodes && (in >> std::ws).eof() ? topology.first_node(router) + local : kNoNode;
}

/// The node of that name, of a network whose file gives names; kNoNode: there is none.
NodeId named(const Topology& topology, const std::string& text) {
    NodeId node = topology.nodes() - 1;
    while (node >= 0 && topology.node_name(node) != text) {
        --node;
    }
    return node;
}

}  // namespace

NodeId parse_node(const Topology& topology, const std::string& text, const std::string& key) {
    const NodeId typed = read_node(topology, text);
    const NodeId node = typed == kNoNode ? named(topology, text) : typed;
    if (node == kNoNode) {
        const NodeId last = topology.nodes() - 1;
        const std::string name = topology.node_name(last);
        std::string accepted = "a node id 0.." + std::to_string(last);
        if (name[0] == '(') {
            accepted += " or " + topology.node_name(0) + ".." + name;
        } else if (name != std::to_string(last)) {
            accepted += " or a name as " + name;
        }
        throw OptionError(
            key, "no node \"" + text + "\" in this " + topology.kind() + ", must be " + accepted);
    }
    return node;
}

}  // namespace flitscope::topo
