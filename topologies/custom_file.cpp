#include "topologies/custom_file.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include "common/at.h"
#include "topologies/channels.h"
#include "topologies/custom.h"

namespace flitscope::topo {

namespace {

class YamlFile {
public:
    YamlFile(std::string path, const std::string& text) : path_(std::move(path)) {
        try {
            read(YAML::Load(text));
        } catch (const YAML::Exception& error) {
            refuse(place(error.mark), error.msg);
        }
    }
    CustomGraph graph() && { return std::move(graph_); }

private:
    std::string place(const YAML::Mark& mark) const {
        return mark.is_null() ? path_ : path_ + ":" + std::to_string(mark.line + 1);
    }

    NodeId number(const YAML::Node& node, const std::string& what, NodeId most) const {
        NodeId value = -1;
        if (!node.IsScalar() || !YAML::convert<NodeId>::decode(node, value) || value < 0 ||
            value > most) {
            refuse(place(node.Mark()), what + (node.IsScalar() ? " = " + node.Scalar() : "") +
                                           ": must be a whole number 0.." + std::to_string(most) +
                                           (ids_.empty() ? "" : " or the name of a node"));
        }
        return value;
    }

    void read(const YAML::Node& root) {
        if (!root.IsMap() || !root["links"] || !root["links"].IsSequence()) {
            refuse(path_, "must have nodes (optional) and links, a list of [from, to, class]");
        }
        for (const auto& each : root) {
            const std::string key = each.first.Scalar();
            if (key != "nodes" && key != "links") {
                refuse(place(each.first.Mark()), key + ": unknown key; accepted: nodes, links");
            }
        }
        graph_.name = path_;
        const YAML::Node nodes = root["nodes"];
        if (nodes && nodes.IsSequence()) {
            read_nodes(nodes);
        }
        for (const YAML::Node& link : root["links"]) {
            add(link);
        }
        if (nodes) {
            graph_.nodes =
                nodes.IsSequence() ? listed(nodes) : number(nodes, "nodes", Custom::kMaxNodes);
        }
        if (graph_.link_classes.empty()) {
            class_number(graph_, "link", path_);
        }
    }

    void read_nodes(const YAML::Node& nodes) {
        std::vector<NodeRemarks> remarks;
        for (const YAML::Node& node : nodes) {
            remarks.push_back(remarks_of(node));
            check_form(remarks.back(), remarks.front());
        }
        set_remarks(graph_, remarks);
        for (std::size_t node = 0; node < graph_.names.size(); ++node) {
            ids_[graph_.names[node]] = static_cast<NodeId>(node);
        }
    }

    /// Links name nodes by id, too.
    static void check_form(const NodeRemarks& node, const NodeRemarks& first) {
        if (node.name.has_value() != first.name.has_value() ||
            node.at.has_value() != first.at.has_value()) {
            refuse(node.place, "all nodes have a name or none has one; so with coordinates");
        }
        const std::string name = node.name.value_or("");
        if (name.find_first_of("0123456789 (+-") == 0) {
            refuse(node.place, "name = " + name + ": must not begin as a number does");
        }
    }

    /// Their number; a number that is refused if there are too many.
    static NodeId listed(const YAML::Node& nodes) {
        return static_cast<NodeId>(std::min<std::size_t>(nodes.size(), Custom::kMaxNodes + 1));
    }

    /// An id or a name.
    NodeId end(const YAML::Node& node, const std::string& what) const {
        const auto named = node.IsScalar() ? ids_.find(node.Scalar()) : ids_.end();
        return named == ids_.end() ? number(node, what, Custom::kMaxNodes - 1) : named->second;
    }

    NodeRemarks remarks_of(const YAML::Node& node) const {
        NodeRemarks remarks;
        remarks.place = place(node.Mark());
        if (!node.IsMap()) {
            refuse(remarks.place, "a node must be {name: NAME, at: [x, y]}, or one of the two");
        }
        for (const auto& each : node) {
            const std::string key = each.first.Scalar();
            NodePosition at;
            if (key == "name" && each.second.IsScalar()) {
                remarks.name = each.second.Scalar();
            } else if (key == "at" && each.second.IsSequence() && each.second.size() == 2 &&
                       YAML::convert<double>::decode(each.second[0], at.x) &&
                       YAML::convert<double>::decode(each.second[1], at.y)) {
                remarks.at = at;
            } else {
                refuse(place(each.first.Mark()),
                       key + ": a node must be {name: NAME, at: [x, y]}, or one of the two");
            }
        }
        return remarks;
    }

    void add(const YAML::Node& link) {
        if (!link.IsSequence() || link.size() < 2 || link.size() > 3 ||
            (link.size() == 3 && !link[2].IsScalar())) {
            refuse(place(link.Mark()), "a link must be [from, to] or [from, to, class]");
        }
        CustomLink read;
        read.from = end(link[0], "from");
        read.to = end(link[1], "to");
        read.place = place(link.Mark());
        read.link_class =
            class_number(graph_, link.size() == 3 ? link[2].Scalar() : "link", read.place);
        graph_.nodes = std::max({graph_.nodes, read.from + 1, read.to + 1});
        graph_.links.push_back(read);
    }

    std::string path_;
    CustomGraph graph_;
    std::map<std::string, NodeId> ids_;  ///< by name
};

/// As Graphviz takes it.
std::string quoted(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return quoted + "\"";
}

/// visit(from, to, name of the class) for every link once.
template <typename Visit>
void for_each_named_link(const Topology& topology, Visit visit) {
    const std::vector<std::string> classes = topology.link_classes();
    for_each_link(topology, [&](NodeId from, PortId port, const PortPeer& to) {
        visit(from, to.node, classes[at(topology.link_class(from, port))]);
    });
}

/// <key> elements for what nodes may have: a name, coordinates.
std::string node_keys(const Custom& network) {
    std::string keys;
    const auto add = [&](const std::string& name, const std::string& type) {
        keys += "  <key id=\"" + name + "\" for=\"node\" attr.name=\"" + name + "\" attr.type=\"" +
                type + "\"/>\n";
    };
    if (!network.names().empty()) {
        add("name", "string");
    }
    if (!network.places().empty()) {
        add("x", "double");
        add("y", "double");
    }
    return keys;
}

/// The <data> of a node.
std::string remarks_of(const Custom& network, NodeId node) {
    const auto index = static_cast<std::size_t>(node);
    std::ostringstream text;
    text.precision(12);
    if (!network.names().empty() && !network.names()[index].empty()) {
        text << "<data key=\"name\">"
             << boost::property_tree::xml_parser::encode_char_entities(network.names()[index])
             << "</data>";
    }
    if (!network.places().empty()) {
        const NodePosition& at = network.places()[index];
        text << "<data key=\"x\">" << at.x << "</data><data key=\"y\">" << at.y << "</data>";
    }
    return text.str();
}

std::string read_text(const std::string& path) {
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) {
        refuse(path,
               errno == 0 ? "is empty" : std::string("cannot be read: ") + std::strerror(errno));
    }
    return text.str();
}

}  // namespace

CustomGraph read_custom_file(const std::string& path) {
    const std::string form = std::filesystem::path(path).extension();
    const bool yaml = form == ".yaml" || form == ".yml";
    if (!yaml && form != ".graphml") {
        refuse(path, "must be a .yaml, .yml or .graphml file");
    }
    const std::string text = read_text(path);
    return yaml ? YamlFile(path, text).graph() : read_graphml(path, text);
}

void write_graphml(const Topology& topology, std::ostream& out) {
    const auto* const custom = dynamic_cast<const Custom*>(&topology);
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
           "  <key id=\"class\" for=\"edge\" attr.name=\"class\" attr.type=\"string\"/>\n"
        << (custom == nullptr ? "" : node_keys(*custom))
        << "  <graph edgedefault=\"undirected\">\n";
    for (NodeId node = 0; node < topology.routers(); ++node) {
        const std::string remarks = custom == nullptr ? "" : remarks_of(*custom, node);
        out << "    <node id=\"" << node
            << (remarks.empty() ? "\"/>\n" : "\">" + remarks + "</node>\n");
    }
    for_each_named_link(topology, [&](NodeId from, NodeId to, const std::string& name) {
        out << "    <edge source=\"" << from << "\" target=\"" << to << "\"><data key=\"class\">"
            << boost::property_tree::xml_parser::encode_char_entities(name) << "</data></edge>\n";
    });
    out << "  </graph>\n</graphml>\n";
}

void write_dot(const Topology& topology, std::ostream& out) {
    out << "graph \"" << topology.kind() << "\" {\n  node [shape=circle]\n";
    for (NodeId node = 0; node < topology.routers(); ++node) {
        out << "  " << node << " [label=" << quoted(topology.router_name(node)) << "]\n";
    }
    for (NodeId node = 0; !topology.one_node_per_router() && node < topology.nodes(); ++node) {
        out << "  node" << node << " [shape=box label=" << quoted(topology.node_name(node))
            << "]\n  " << topology.place(node).router << " -- node" << node << '\n';
    }
    for_each_named_link(topology, [&](NodeId from, NodeId to, const std::string& name) {
        out << "  " << from << " -- " << to << " [class=" << quoted(name) << "]\n";
    });
    out << "}\n";
}

}  // namespace flitscope::topo
