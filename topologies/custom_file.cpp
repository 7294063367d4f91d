#include "topologies/custom_file.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include "topologies/channels.h"
#include "topologies/link_class_name.h"

namespace flitscope::topo {

namespace {

[[noreturn]] void fail(const std::string& place, const std::string& what) {
    throw OptionError("file", place + ": " + what);
}

/// Number of the class of that name, which joins the others if it is new. `place`: of the link.
int class_number(CustomGraph& graph, const std::string& name, const std::string& place) {
    const auto known = std::find(graph.link_classes.begin(), graph.link_classes.end(), name);
    if (known != graph.link_classes.end()) {
        return static_cast<int>(known - graph.link_classes.begin());
    }
    const std::string problem = link_class_name_problem(name, graph.link_classes);
    if (!problem.empty()) {
        fail(place, "class = " + name + ": " + problem);
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
            class_number(graph_, "link", path_);
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
        read.place = place(link.Mark());
        read.link_class =
            class_number(graph_, link.size() == 3 ? link[2].Scalar() : "link", read.place);
        graph_.nodes = std::max({graph_.nodes, read.from + 1, read.to + 1});
        graph_.links.push_back(read);
    }

    std::string path_;
    CustomGraph graph_;
};

/// Lines of the elements with that tag, in the order of the file; comments and CDATA hold none.
std::vector<int> lines_of(const std::string& text, const std::string& tag) {
    std::vector<int> lines;
    int line = 1;
    std::size_t counted = 0;  // newlines before it are in `line`
    for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at + 1)) {
        const auto opens = [&](const std::string& word) {
            return text.compare(at, word.size(), word) == 0;
        };
        if (opens("<!--") || opens("<![CDATA[")) {
            at = std::min(text.find(opens("<!--") ? "-->" : "]]>", at), text.size() - 1);
        } else if (opens("<" + tag) &&
                   std::string(" \t\r\n/>").find(text[at + 1 + tag.size()]) != std::string::npos) {
            line +=
                static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                            text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
            counted = at;
            lines.push_back(line);
        }
    }
    return lines;
}

class GraphmlFile {
public:
    GraphmlFile(std::string path, const std::string& text)
        : path_(std::move(path)),
          node_lines_(lines_of(text, "node")),
          edge_lines_(lines_of(text, "edge")) {
        graph_.name = path_;
        boost::property_tree::ptree tree;
        check_depth(text);
        std::istringstream in(text);
        try {
            boost::property_tree::read_xml(in, tree);
        } catch (const boost::property_tree::xml_parser_error& error) {
            fail(path_ + ":" + std::to_string(error.line()), error.message());
        }
        const Element& graph = the_graph(tree);
        check_children(path_, graph, {"node", "edge", "data", "desc"});
        class_key_ = class_key(tree.get_child("graphml"));
        directed_ = word(path_, graph, "edgedefault", {"undirected", "directed"}) == "directed";
        for (const auto& [tag, element] : graph) {
            if (tag == "node") {
                add_node(element);
            }
        }
        for (const auto& [tag, element] : graph) {
            if (tag == "edge") {
                add_edge(element);
            }
        }
        if (!one_way_.empty()) {
            fail(one_way_.begin()->second.place, "one way only; the edge back is missing");
        }
        if (graph_.link_classes.empty()) {
            class_number(graph_, "link", path_);
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

    const Element& the_graph(const Element& tree) const {
        const auto graphml = tree.get_child_optional("graphml");
        const std::size_t graphs = graphml ? graphml->count("graph") : 0;
        if (graphs != 1) {
            fail(path_, graphs == 0 ? "no <graphml> with a <graph>" : "more than one <graph>");
        }
        return graphml->get_child("graph");
    }

    /// That nothing is left out in silence.
    static void check_children(const std::string& place, const Element& element,
                               const std::vector<std::string>& accepted) {
        for (const auto& each : element) {
            const std::string& tag = each.first;
            if (tag.compare(0, 1, "<") != 0 &&  // attributes, comments
                std::find(accepted.begin(), accepted.end(), tag) == accepted.end()) {
                std::string list;
                for (const std::string& one : accepted) {
                    list += (list.empty() ? "" : ", ") + one;
                }
                fail(place, "<" + tag + ">: not in this version; accepted: " + list);
            }
        }
    }

    static boost::optional<std::string> find(const Element& element, const std::string& name) {
        return element.get_optional<std::string>(Element::path_type("<xmlattr>/" + name, '/'));
    }

    static std::string attribute(const std::string& place, const Element& element,
                                 const std::string& name) {
        const auto value = find(element, name);
        if (!value) {
            fail(place, "an element without " + name);
        }
        return *value;
    }

    /// An attribute that is one of two words, the first where it is absent.
    static std::string word(const std::string& place, const Element& element,
                            const std::string& name,
                            const std::pair<std::string, std::string>& of) {
        const std::string value = find(element, name).get_value_or(of.first);
        if (value != of.first && value != of.second) {
            fail(place, name + " = " + value + ": must be " + of.first + " or " + of.second);
        }
        return value;
    }

    /// "file:line: edge 3".
    std::string place(const char* tag, std::size_t number, const std::vector<int>& lines) const {
        return path_ + (number <= lines.size() ? ":" + std::to_string(lines[number - 1]) : "") +
               ": " + tag + " " + std::to_string(number);
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

    void add_node(const Element& element) {
        const std::string here =
            place("node", static_cast<std::size_t>(graph_.nodes) + 1, node_lines_);
        const std::string id = attribute(here, element, "id");
        check_children(here, element, {"data", "desc", "port"});
        if (!ids_.emplace(id, graph_.nodes++).second) {
            fail(here, "id = " + id + ": given twice");
        }
    }

    NodeId node(const std::string& place, const std::string& id) const {
        const auto known = ids_.find(id);
        if (known == ids_.end()) {
            fail(place, "node " + id + " does not exist");
        }
        return known->second;
    }

    void add_edge(const Element& element) {
        CustomLink link;
        link.place = place("edge", ++edges_, edge_lines_);
        link.from = node(link.place, attribute(link.place, element, "source"));
        link.to = node(link.place, attribute(link.place, element, "target"));
        std::string name = "link";
        for (const auto& [tag, data] : element) {
            if (tag == "data" && attribute(link.place, data, "key") == class_key_) {
                name = data.data();
            }
        }
        link.link_class = class_number(graph_, name, link.place);
        const std::pair<std::string, std::string> words =
            directed_ ? std::pair{"true", "false"} : std::pair{"false", "true"};
        if (word(link.place, element, "directed", words) == "true") {
            const auto there = one_way_.find({link.to, link.from});
            if (there != one_way_.end()) {
                check_way_back(link, there->second);
                one_way_.erase(there);
                return;
            }
            if (!one_way_.emplace(std::pair{link.from, link.to}, link).second) {
                fail(link.place, "given twice");
            }
        }
        graph_.links.push_back(link);
    }

    void check_way_back(const CustomLink& back, const CustomLink& there) const {
        if (back.link_class != there.link_class) {
            const auto name = [this](const CustomLink& link) {
                return graph_.link_classes[static_cast<std::size_t>(link.link_class)];
            };
            fail(back.place, "class = " + name(back) + ": must be " + name(there) +
                                 ", as the edge the other way");
        }
    }

    std::string path_;
    std::vector<int> node_lines_;
    std::vector<int> edge_lines_;
    CustomGraph graph_;
    std::string class_key_;
    bool directed_ = false;
    std::size_t edges_ = 0;
    std::map<std::string, NodeId> ids_;
    std::map<std::pair<NodeId, NodeId>, CustomLink> one_way_;  ///< not seen in the other direction
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
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) {
        fail(path,
             errno == 0 ? "is empty" : std::string("cannot be read: ") + std::strerror(errno));
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
