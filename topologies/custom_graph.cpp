#include "topologies/custom_graph.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "common/printable.h"
#include "topologies/link_class_name.h"

namespace flitscope::topo {

namespace {

constexpr std::size_t kLongestName = 100;  // bytes, own choice

/// Ids and coordinates are typed for nodes, too.
bool looks_like_a_number(const std::string& name) {
    return std::isdigit(static_cast<unsigned char>(name[0])) != 0 ||
           std::string(" (+-").find(name[0]) != std::string::npos;
}

void add_name(CustomGraph& graph, std::set<std::string>& seen, const NodeRemarks& remarks) {
    const std::string& name = *remarks.name;
    const std::string what = "name = " + name + ": ";
    if (name.empty() || name.size() > kLongestName || !is_printable(name)) {
        refuse(remarks.place, what + "must be printable text in UTF-8, at most " +
                                  std::to_string(kLongestName) + " bytes");
    }
    if (looks_like_a_number(name)) {
        refuse(remarks.place, what + "must not begin as a number does");
    }
    if (!seen.insert(name).second) {
        refuse(remarks.place, what + "given twice");
    }
    graph.names.push_back(name);
}

void add_place(CustomGraph& graph, const NodeRemarks& remarks) {
    if (!std::isfinite(remarks.at->x) || !std::isfinite(remarks.at->y)) {
        refuse(remarks.place, "coordinates must be finite");
    }
    graph.places.push_back(*remarks.at);
}

}  // namespace

void refuse(const std::string& place, const std::string& what) {
    throw OptionError("file", place + ": " + what);
}

int class_number(CustomGraph& graph, const std::string& name, const std::string& place) {
    const auto known = std::find(graph.link_classes.begin(), graph.link_classes.end(), name);
    if (known != graph.link_classes.end()) {
        return static_cast<int>(known - graph.link_classes.begin());
    }
    const std::string problem = link_class_name_problem(name, graph.link_classes);
    if (!problem.empty()) {
        refuse(place, "class = " + name + ": " + problem);
    }
    graph.link_classes.push_back(name);
    return static_cast<int>(graph.link_classes.size()) - 1;
}

void set_remarks(CustomGraph& graph, const std::vector<NodeRemarks>& remarks) {
    std::set<std::string> seen;
    for (const NodeRemarks& each : remarks) {
        if (each.name.has_value() != remarks[0].name.has_value() ||
            each.at.has_value() != remarks[0].at.has_value()) {
            refuse(each.place, "all nodes have a name or none has one; so with coordinates");
        }
        if (each.name) {
            add_name(graph, seen, each);
        }
        if (each.at) {
            add_place(graph, each);
        }
    }
}

}  // namespace flitscope::topo
