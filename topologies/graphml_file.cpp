#include <algorithm>
#include <array>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>

#include "topologies/custom_graph.h"

namespace flitscope::topo {

namespace {

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
            refuse(path_ + ":" + std::to_string(error.line()), error.message());
        }
        const Element& graph = the_graph(tree);
        check_children(path_, graph, {"node", "edge", "data", "desc"});
        const Element& keys = tree.get_child("graphml");
        class_key_ = key_of(keys, "edge", "class");
        node_keys_ = {key_of(keys, "node", "name"), key_of(keys, "node", "x"),
                      key_of(keys, "node", "y"), key_of(keys, "node", "nodes")};
        directed_ = word(path_, graph, "edgedefault", {"undirected", "directed"}) == "directed";
        for (const auto& [tag, element] : graph) {
            if (tag == "node") {
                add_node(element);
            }
        }
        set_remarks(graph_, remarks_);
        for (const auto& [tag, element] : graph) {
            if (tag == "edge") {
                add_edge(element);
            }
        }
        if (!one_way_.empty()) {
            refuse(graph_.links[one_way_.begin()->second].place,
                   "one way only; the edge back is missing");
        }
        if (graph_.link_classes.empty()) {
            class_number(graph_, "link", path_);
        }
    }
    CustomGraph graph() && { return std::move(graph_); }

private:
    /// The parser is recursive; a GraphML file has six levels.
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
                refuse(path_, "elements are nested too deeply");
            }
        }
    }

    using Element = boost::property_tree::ptree;

    const Element& the_graph(const Element& tree) const {
        const auto graphml = tree.get_child_optional("graphml");
        const std::size_t graphs = graphml ? graphml->count("graph") : 0;
        if (graphs != 1) {
            refuse(path_, graphs == 0 ? "no <graphml> with a <graph>" : "more than one <graph>");
        }
        return graphml->get_child("graph");
    }

    /// Refuses elements that would be ignored silently.
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
                refuse(place, "<" + tag + ">: not in this version; accepted: " + list);
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
            refuse(place, "an element without " + name);
        }
        return *value;
    }

    /// An attribute that is one of two words; the first if it is absent.
    static std::string word(const std::string& place, const Element& element,
                            const std::string& name,
                            const std::pair<std::string, std::string>& of) {
        const std::string value = find(element, name).get_value_or(of.first);
        if (value != of.first && value != of.second) {
            refuse(place, name + " = " + value + ": must be " + of.first + " or " + of.second);
        }
        return value;
    }

    /// "file:line: edge 3".
    std::string place(const char* tag, std::size_t number, const std::vector<int>& lines) const {
        return path_ + (number <= lines.size() ? ":" + std::to_string(lines[number - 1]) : "") +
               ": " + tag + " " + std::to_string(number);
    }

    /// Id of the <key> for nodes or edges of that name; the name if there is none.
    static std::string key_of(const Element& graphml, const std::string& owner,
                              const std::string& name) {
        for (const auto& [tag, element] : graphml) {
            const std::string target = find(element, "for").get_value_or("all");
            if (tag == "key" && find(element, "attr.name").get_value_or("") == name &&
                (target == owner || target == "all")) {
                return find(element, "id").get_value_or(name);
            }
        }
        return name;
    }

    void add_node(const Element& element) {
        const std::string here =
            place("node", static_cast<std::size_t>(graph_.routers) + 1, node_lines_);
        const std::string id = attribute(here, element, "id");
        check_children(here, element, {"data", "desc", "port"});
        if (!ids_.emplace(id, graph_.routers++).second) {
            refuse(here, "id = " + id + ": given twice");
        }
        remarks_.push_back(remarks_of(here, element));
    }

    RouterRemarks remarks_of(const std::string& place, const Element& node) const {
        RouterRemarks remarks;
        remarks.place = place;
        remarks.name = data_of(place, node, node_keys_[0]);
        const auto x = data_of(place, node, node_keys_[1]);
        const auto y = data_of(place, node, node_keys_[2]);
        if (x.has_value() != y.has_value()) {
            refuse(place, x ? "x without y" : "y without x");
        }
        if (x) {
            remarks.at = {number(place, "x", *x), number(place, "y", *y)};
        }
        const auto nodes = data_of(place, node, node_keys_[3]);
        if (nodes && !read_nodes(*nodes, remarks)) {
            refuse(place, "nodes = " + *nodes +
                              ": must be a number of nodes, or their names with "
                              "commas between them");
        }
        return remarks;
    }

    static std::optional<std::string> data_of(const std::string& place, const Element& element,
                                              const std::string& key) {
        std::optional<std::string> value;
        for (const auto& [tag, data] : element) {
            if (tag == "data" && attribute(place, data, "key") == key) {
                value = data.data();
            }
        }
        return value;
    }

    static double number(const std::string& place, const std::string& name,
                         const std::string& text) {
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (text.empty() || *end != '\0') {
            refuse(place, name + " = " + text + ": must be a number");
        }
        return value;
    }

    NodeId node(const std::string& place, const std::string& id) const {
        const auto known = ids_.find(id);
        if (known == ids_.end()) {
            refuse(place, "node " + id + " does not exist");
        }
        return known->second;
    }

    void add_edge(const Element& element) {
        CustomLink link;
        link.place = place("edge", ++edges_, edge_lines_);
        link.from = node(link.place, attribute(link.place, element, "source"));
        link.to = node(link.place, attribute(link.place, element, "target"));
        const auto name = data_of(link.place, element, class_key_);
        link.link_class = class_number(graph_, name.value_or("link"), link.place);
        const std::pair<std::string, std::string> words =
            directed_ ? std::pair{"true", "false"} : std::pair{"false", "true"};
        if (word(link.place, element, "directed", words) == "true") {
            const auto there = one_way_.find({link.to, link.from});
            if (there != one_way_.end()) {
                graph_.links[there->second].back_class = link.link_class;
                one_way_.erase(there);
                return;
            }
            if (!one_way_.emplace(std::pair{link.from, link.to}, graph_.links.size()).second) {
                refuse(link.place, "given twice");
            }
        }
        graph_.links.push_back(link);
    }

    std::string path_;
    std::vector<int> node_lines_;
    std::vector<int> edge_lines_;
    CustomGraph graph_;
    std::string class_key_;
    std::array<std::string, 4> node_keys_;  ///< of name, x, y, nodes
    std::vector<RouterRemarks> remarks_;
    bool directed_ = false;
    std::size_t edges_ = 0;
    std::map<std::string, NodeId> ids_;
    /// Links not seen in the other direction, by their ends: where they are in graph_.links.
    std::map<std::pair<RouterId, RouterId>, std::size_t> one_way_;
};

}  // namespace

CustomGraph read_graphml(const std::string& path, const std::string& text) {
    return GraphmlFile(path, text).graph();
}

}  // namespace flitscope::topo
