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

constexpr const char* kRouterForm =
    "a router must be {name: NAME, at: [x, y], nodes: N or [NAME, ...]}, or some of the three";

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
                                           (ids_.empty() ? "" : " or the name of a router"));
        }
        return value;
    }

    void read(const YAML::Node& root) {
        if (!root.IsMap() || !root["links"] || !root["links"].IsSequence()) {
            refuse(path_, "must have routers (optional) and links, a list of [from, to, class]");
        }
        for (const auto& each : root) {
            const std::string key = each.first.Scalar();
            if (key != "routers" && key != "nodes" && key != "links") {
                refuse(place(each.first.Mark()),
                       key + ": unknown key; accepted: routers (or nodes), links");
            }
        }
        graph_.name = path_;
        if (root["routers"] && root["nodes"]) {
            refuse(place(root["nodes"].Mark()),
                   "nodes: means the same as routers here; accepted: "
                   "one of the two");
        }
        const std::string key = root["nodes"] ? "nodes" : "routers";
        const YAML::Node routers = root[key];
        if (routers && routers.IsSequence()) {
            read_routers(routers);
        }
        for (const YAML::Node& link : root["links"]) {
            add(link);
        }
        if (routers) {
            graph_.routers =
                routers.IsSequence() ? listed(routers) : number(routers, key, Custom::kMaxNodes);
        }
        if (graph_.link_classes.empty()) {
            class_number(graph_, "link", path_);
        }
    }

    void read_routers(const YAML::Node& routers) {
        std::vector<RouterRemarks> remarks;
        for (const YAML::Node& router : routers) {
            remarks.push_back(remarks_of(router));
            check_form(remarks.back(), remarks.front());
        }
        set_remarks(graph_, remarks);
        for (std::size_t router = 0; router < graph_.names.size(); ++router) {
            ids_[graph_.names[router]] = static_cast<RouterId>(router);
        }
    }

    /// Links name routers by id, too.
    static void check_form(const RouterRemarks& node, const RouterRemarks& first) {
        if (node.name.has_value() != first.name.has_value() ||
            node.at.has_value() != first.at.has_value()) {
            refuse(node.place, "all routers have a name or none has one; so with coordinates");
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

    RouterRemarks remarks_of(const YAML::Node& node) const {
        RouterRemarks remarks;
        remarks.place = place(node.Mark());
        if (!node.IsMap()) {
            refuse(remarks.place, kRouterForm);
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
            } else if (key != "nodes" || !nodes_of(each.second, remarks)) {
                refuse(place(each.first.Mark()), key + ": " + kRouterForm);
            }
        }
        return remarks;
    }

    /// A number of nodes, or a list of their names.
    static bool nodes_of(const YAML::Node& nodes, RouterRemarks& remarks) {
        if (!nodes.IsSequence()) {
            return nodes.IsScalar() && YAML::convert<int>::decode(nodes, remarks.nodes);
        }
        for (const YAML::Node& name : nodes) {
            if (!name.IsScalar()) {
                return false;
            }
            remarks.node_names.push_back(name.Scalar());
        }
        remarks.nodes = static_cast<int>(nodes.size());
        return true;
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
        graph_.routers = std::max({graph_.routers, read.from + 1, read.to + 1});
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

/// visit(from, to, class there, class back), names of classes, for every link once.
template <typename Visit>
void for_each_named_link(const Topology& topology, Visit visit) {
    const std::vector<std::string> classes = topology.link_classes();
    for_each_link(topology, [&](NodeId from, PortId port, const PortPeer& to) {
        visit(from, to.node, classes[at(topology.link_class(from, port))],
              classes[at(topology.link_class(to.node, to.port))]);
    });
}

/// What routers of a topology may have in GraphML.
class RouterData {
public:
    explicit RouterData(const Topology& topology)
        : topology_(topology), custom_(dynamic_cast<const Custom*>(&topology)) {}

    /// The <key> elements.
    std::string keys() const {
        std::string keys;
        const auto add = [&](const std::string& name, const std::string& type, bool used) {
            keys += !used ? ""
                          : "  <key id=\"" + name + "\" for=\"node\" attr.name=\"" + name +
                                "\" attr.type=\"" + type + "\"/>\n";
        };
        add("name", "string", custom_ != nullptr && !custom_->names().empty());
        add("x", "double", placed());
        add("y", "double", placed());
        add("nodes", "string", !topology_.one_node_per_router() || nodes_named());
        return keys;
    }

    /// The <data> elements.
    std::string of(RouterId router) const {
        std::ostringstream text;
        text.precision(12);
        const auto add = [&text](const char* key, const auto& value) {
            text << "<data key=\"" << key << "\">" << value << "</data>";
        };
        if (custom_ != nullptr && !custom_->names().empty() &&
            !custom_->names()[at(router)].empty()) {
            add("name", encoded(custom_->names()[at(router)]));
        }
        if (placed()) {
            add("x", custom_->places()[at(router)].x);
            add("y", custom_->places()[at(router)].y);
        }
        const std::string nodes = nodes_of(router);
        if (!nodes.empty()) {
            add("nodes", encoded(nodes));
        }
        return text.str();
    }

    static std::string encoded(const std::string& text) {
        return boost::property_tree::xml_parser::encode_char_entities(text);
    }

private:
    bool placed() const { return custom_ != nullptr && !custom_->places().empty(); }
    bool nodes_named() const { return custom_ != nullptr && !custom_->node_names().empty(); }

    /// Their names, or how many they are; "": one.
    std::string nodes_of(RouterId router) const {
        const int count = topology_.nodes_at(router);
        std::string names;
        for (int i = 0; nodes_named() && i < count; ++i) {
            const std::string& name = custom_->node_names()[at(topology_.first_node(router) + i)];
            names += (names.empty() ? "" : ", ") + name;
        }
        return !names.empty() || count == 1 ? names : std::to_string(count);
    }

    const Topology& topology_;
    const Custom* custom_;
};

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
    const std::string text = read_text(path);
    if (form == ".yaml" || form == ".yml") {
        return YamlFile(path, text).graph();
    }
    return form == ".graphml" ? read_graphml(path, text) : read_anynet(path, text);
}

void write_graphml(const Topology& topology, std::ostream& out) {
    const RouterData data(topology);
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
           "  <key id=\"class\" for=\"edge\" attr.name=\"class\" attr.type=\"string\"/>\n"
        << data.keys() << "  <graph edgedefault=\"undirected\">\n";
    for (RouterId router = 0; router < topology.routers(); ++router) {
        const std::string remarks = data.of(router);
        out << "    <node id=\"" << router
            << (remarks.empty() ? "\"/>\n" : "\">" + remarks + "</node>\n");
    }
    const auto write = [&out](RouterId from, RouterId to, const char* more,
                              const std::string& name) {
        out << "    <edge source=\"" << from << "\" target=\"" << to << "\"" << more
            << "><data key=\"class\">" << RouterData::encoded(name) << "</data></edge>\n";
    };
    for_each_named_link(topology, [&](RouterId from, RouterId to, const std::string& there,
                                      const std::string& back) {
        const char* const more = there == back ? "" : " directed=\"true\"";
        write(from, to, more, there);
        if (there != back) {
            write(to, from, more, back);
        }
    });
    out << "  </graph>\n</graphml>\n";
}

void write_dot(const Topology& topology, std::ostream& out) {
    out << "graph \"" << topology.kind() << "\" {\n  node [shape=circle]\n";
    for (RouterId router = 0; router < topology.routers(); ++router) {
        out << "  " << router << " [label=" << quoted(topology.router_name(router));
        if (!topology.one_node_per_router()) {
            out << " nodes=" << topology.nodes_at(router);
        }
        out << "]\n";
    }
    for_each_named_link(topology, [&](RouterId from, RouterId to, const std::string& there,
                                      const std::string& back) {
        const std::string name = there == back ? there : there + ", back " + back;
        out << "  " << from << " -- " << to << " [class=" << quoted(name) << "]\n";
    });
    out << "}\n";
}

}  // namespace flitscope::topo
