#include "topologies/custom_file.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include "topologies/channels.h"

namespace flitscope::topo {

namespace {

[[noreturn]] void fail(const std::string& place, const std::string& what) {
    throw OptionError("file", place + ": " + what);
}

/// Number of the class of that name, which joins the others if it is new.
int class_number(CustomGraph& graph, const std::string& name) {
    const auto known = std::find(graph.link_classes.begin(), graph.link_classes.end(), name);
    if (known != graph.link_classes.end()) {
        return static_cast<int>(known - graph.link_classes.begin());
    }
    graph.link_classes.push_back(name);
    return static_cast<int>(graph.link_classes.size()) - 1;
}

class YamlFile {
public:
    YamlFile(std::string path, const std::string& text) : path_(std::move(path)) {
        try {
            read(YAML::Load(text));
        } catch (const YAML::Exception& error) {
            fail(place(error.mark), error.msg);
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
            fail(place(node.Mark()), what + (node.IsScalar() ? " = " + node.Scalar() : "") +
                                         ": must be a whole number 0.." + std::to_string(most));
        }
        return value;
    }

    void read(const YAML::Node& root) {
        if (!root.IsMap() || !root["links"] || !root["links"].IsSequence()) {
            fail(path_, "must have nodes (optional) and links, a list of [from, to, class]");
        }
        for (const auto& each : root) {
            const std::string key = each.first.Scalar();
            if (key != "nodes" && key != "links") {
                fail(place(each.first.Mark()), key + ": unknown key; accepted: nodes, links");
            }
        }
        graph_.name = path_;
        for (const YAML::Node& link : root["links"]) {
            add(link);
        }
        if (root["nodes"]) {
            graph_.nodes = number(root["nodes"], "nodes", Custom::kMaxNodes);
        }
        if (graph_.link_classes.empty()) {
            class_number(graph_, "link");
        }
    }

    void add(const YAML::Node& link) {
        if (!link.IsSequence() || link.size() < 2 || link.size() > 3 ||
            (link.size() == 3 && !link[2].IsScalar())) {
            fail(place(link.Mark()), "a link must be [from, to] or [from, to, class]");
        }
        CustomLink read;
        read.from = number(link[0], "from", Custom::kMaxNodes - 1);
        read.to = number(link[1], "to", Custom::kMaxNodes - 1);
        read.link_class = class_number(graph_, link.size() == 3 ? link[2].Scalar() : "link");
        read.place = place(link.Mark());
        graph_.nodes = std::max({graph_.nodes, read.from + 1, read.to + 1});
        graph_.links.push_back(read);
    }

    std::string path_;
    CustomGraph graph_;
};

class GraphmlFile {
public:
    GraphmlFile(std::string path, const std::string& text) : path_(std::move(path)) {
        graph_.name = path_;
        boost::property_tree::ptree tree;
        check_depth(text);
        std::istringstream in(text);
        try {
            boost::property_tree::read_xml(in, tree);
        } catch (const boost::property_tree::xml_parser_error& error) {
            fail(path_ + ":" + std::to_string(error.line()), error.message());
        }
        const auto graph = tree.get_child_optional("graphml.graph");
        if (!graph) {
            fail(path_, "no <graphml> with a <graph>");
        }
        class_key_ = class_key(tree.get_child("graphml"));
        directed_ = find(*graph, "edgedefault").get_value_or("undirected") == "directed";
        for (const auto& [tag, element] : *graph) {
            if (tag == "node" && !ids_.emplace(attribute(element, "id"), graph_.nodes++).second) {
                fail(path_, "node " + attribute(element, "id") + " is given twice");
            }
        }
        for (const auto& [tag, element] : *graph) {
            if (tag == "edge") {
                add(element);
            }
        }
        if (!one_way_.empty()) {
            fail(one_way_.begin()->second, "one way only; the edge back is missing");
        }
        if (graph_.link_classes.empty()) {
            class_number(graph_, "link");
        }
    }
    CustomGraph graph() && { return std::move(graph_); }

private:
    /// The parser calls itself for every level; a GraphML file has six.
    void check_depth(const std::string& text) const {
        constexpr int kDeepest = 64;
        int depth = 0;
        for (std::size_t at = text.find('<'); at != std::string::npos;
             at = text.find('<', at + 1)) {
            const std::size_t end = text.find('>', at);
            const char next = at + 1 < text.size() ? text[at + 1] : '\0';
            const bool empty = end != std::string::npos && text[end - 1] == '/';
            depth += next == '/' ? -1 : std::isalpha(next) != 0 && !empty ? 1 : 0;
            if (depth > kDeepest) {
                fail(path_, "elements are nested too deeply");
            }
        }
    }

    using Element = boost::property_tree::ptree;

    static boost::optional<std::string> find(const Element& element, const std::string& name) {
        return element.get_optional<std::string>(Element::path_type("<xmlattr>/" + name, '/'));
    }

    std::string attribute(const Element& element, const std::string& name) const {
        const auto value = find(element, name);
        if (!value) {
            fail(path_, "an element without " + name);
        }
        return *value;
    }

    /// Id of the <key> for edges whose name is "class"; "class" where there is none.
    static std::string class_key(const Element& graphml) {
        for (const auto& [tag, element] : graphml) {
            if (tag == "key" && find(element, "attr.name").get_value_or("") == "class") {
                return find(element, "id").get_value_or("class");
            }
        }
        return "class";
    }

    NodeId node(const std::string& place, const std::string& id) const {
        const auto known = ids_.find(id);
        if (known == ids_.end()) {
            fail(place, "node " + id + " does not exist");
        }
        return known->second;
    }

    void add(const Element& element) {
        CustomLink link;
        link.place = path_ + ": edge " + std::to_string(++edges_);
        link.from = node(link.place, attribute(element, "source"));
        link.to = node(link.place, attribute(element, "target"));
        std::string name = "link";
        for (const auto& [tag, data] : element) {
            if (tag == "data" && attribute(data, "key") == class_key_) {
                name = data.data();
            }
        }
        if (directed_) {
            if (one_way_.erase({link.to, link.from}) != 0) {
                return;  // the way back
            }
            if (!one_way_.emplace(std::make_pair(link.from, link.to), link.place).second) {
                fail(link.place, "given twice");
            }
        }
        link.link_class = class_number(graph_, name);
        graph_.links.push_back(link);
    }

    std::string path_;
    CustomGraph graph_;
    std::string class_key_;
    bool directed_ = false;
    int edges_ = 0;
    std::map<std::string, NodeId> ids_;
    std::map<std::pair<NodeId, NodeId>, std::string> one_way_;  ///< not seen in the other direction
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
void for_each_link(const Topology& topology, Visit visit) {
    const std::vector<std::string> classes = topology.link_classes();
    for_each_channel(topology, [&](NodeId from, PortId port, const PortPeer& to) {
        if (from < to.node) {
            visit(from, to.node,
                  classes[static_cast<std::size_t>(topology.link_class(from, port))]);
        }
    });
}

std::string read_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) {
        fail(path, "cannot be read, or is empty");
    }
    return text.str();
}

}  // namespace

CustomGraph read_custom_file(const std::string& path) {
    const std::string form = std::filesystem::path(path).extension();
    const bool yaml = form == ".yaml" || form == ".yml";
    if (!yaml && form != ".graphml") {
        fail(path, "must be a .yaml, .yml or .graphml file");
    }
    const std::string text = read_text(path);
    return yaml ? YamlFile(path, text).graph() : GraphmlFile(path, text).graph();
}

void write_graphml(const Topology& topology, std::ostream& out) {
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
           "  <key id=\"class\" for=\"edge\" attr.name=\"class\" attr.type=\"string\"/>\n"
           "  <graph edgedefault=\"undirected\">\n";
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        out << "    <node id=\"" << node << "\"/>\n";
    }
    for_each_link(topology, [&](NodeId from, NodeId to, const std::string& name) {
        out << "    <edge source=\"" << from << "\" target=\"" << to << "\"><data key=\"class\">"
            << boost::property_tree::xml_parser::encode_char_entities(name) << "</data></edge>\n";
    });
    out << "  </graph>\n</graphml>\n";
}

void write_dot(const Topology& topology, std::ostream& out) {
    out << "graph \"" << topology.kind() << "\" {\n  node [shape=circle]\n";
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        out << "  " << node << " [label=" << quoted(topology.node_name(node)) << "]\n";
    }
    for_each_link(topology, [&](NodeId from, NodeId to, const std::string& name) {
        out << "  " << from << " -- " << to << " [class=" << quoted(name) << "]\n";
    });
    out << "}\n";
}

}  // namespace flitscope::topo
