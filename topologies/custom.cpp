#include "topologies/custom.h"

#include <algorithm>

#include "topologies/custom_file.h"
#include "topologies/graph_search.h"

namespace flitscope::topo {

namespace {

void check_number(const std::string& file, NodeId number, const std::string& of) {
    if (number < 1 || number > Custom::kMaxNodes) {
        refuse(file, std::to_string(number) + " " + of + ", must be 1.." +
                         std::to_string(Custom::kMaxNodes));
    }
}

}  // namespace

Custom::Custom(CustomGraph graph)
    : link_classes_(std::move(graph.link_classes)),
      names_(std::move(graph.names)),
      places_(std::move(graph.places)),
      node_names_(std::move(graph.node_names)) {
    check_number(graph.name, graph.routers, "routers");
    ports_.resize(static_cast<std::size_t>(graph.routers));
    for (const CustomLink& link : graph.links) {
        add(link);
    }
    check_connected(graph.name);
    if (!graph.nodes.empty()) {
        place_nodes(NodePlacement(graph.nodes));
        check_number(graph.name, nodes(), "nodes at all routers together");
    }
}

std::string Custom::node_name(NodeId node) const {
    const auto index = static_cast<std::size_t>(node);
    if (!node_names_.empty() && !node_names_[index].empty()) {
        return node_names_[index];
    }
    const NodePlace at = place(node);
    const bool known = !names_.empty() && !names_[static_cast<std::size_t>(at.router)].empty();
    return known && nodes_at(at.router) == 1 ? router_name(at.router) : Topology::node_name(node);
}

void Custom::add(const CustomLink& link) {
    const auto fail = [&link](const std::string& what) {
        throw OptionError("file", link.place + ": link between " + std::to_string(link.from) +
                                      " and " + std::to_string(link.to) + ": " + what);
    };
    for (const NodeId node : {link.from, link.to}) {
        if (node < 0 || node >= routers()) {
            fail("router " + std::to_string(node) + " does not exist, routers are 0.." +
                 std::to_string(routers() - 1));
        }
        if (ports(node) == kMaxPorts) {
            fail("router " + std::to_string(node) + " has more than " + std::to_string(kMaxPorts) +
                 " links");
        }
    }
    auto& from = ports_[static_cast<std::size_t>(link.from)];
    auto& to = ports_[static_cast<std::size_t>(link.to)];
    if (link.from == link.to) {
        fail("it joins a router to itself");
    }
    if (std::any_of(from.begin(), from.end(),
                    [&link](const Port& port) { return port.peer.node == link.to; })) {
        fail("given twice; a link is full duplex");
    }
    from.push_back({{link.to, static_cast<PortId>(to.size())}, link.link_class});
    to.push_back({{link.from, static_cast<PortId>(from.size()) - 1}, link.class_back()});
}

void Custom::check_connected(const std::string& name) const {
    const std::vector<int> hops = search_from(Neighbours(*this), 0).hops;
    const auto lost = std::find(hops.begin(), hops.end(), -1);
    if (lost != hops.end()) {
        throw OptionError("file", name + ": router " + std::to_string(lost - hops.begin()) +
                                      " cannot be reached from router 0");
    }
}

TopologyEntry custom_entry() {
    return {"custom",
            {file_name("file", "a list of links (.yaml), a graph (.graphml) or BookSim2's anynet")
                 .required()},
            [](const Options& options) {
                return std::make_unique<Custom>(read_custom_file(options.text("file")));
            },
            "up_down"};
}

}  // namespace flitscope::topo
