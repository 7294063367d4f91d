#include "topologies/custom_graph.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "common/printable.h"
#include "topologies/link_class_name.h"

namespace flitscope::topo {

namespace {

constexpr std::size_t kLongestName = 100;  // bytes, own choice
constexpr int kMostNodes = 256;            // at a router, own choice

bool fits(const std::string& name) {
    return !name.empty() && name.size() <= kLongestName && is_printable(name);
}

void check_name(std::set<std::string>& seen, const RouterRemarks& remarks) {
    const std::string what = "name = " + *remarks.name + ": ";
    if (!fits(*remarks.name)) {
        refuse(remarks.place, what + "must be printable text in UTF-8, at most " +
                                  std::to_string(kLongestName) + " bytes");
    }
    if (!seen.insert(*remarks.name).second) {
        refuse(remarks.place, what + "given twice");
    }
}

void add_place(CustomGraph& graph, const RouterRemarks& remarks) {
    if (!std::isfinite(remarks.at->x) || !std::isfinite(remarks.at->y)) {
        refuse(remarks.place, "coordinates must be finite");
    }
    graph.places.push_back(*remarks.at);
}

/// Names of nodes, with the places of their routers. The only node of a router with a name has this
/// name, too.
using NodesSeen = std::map<std::string, std::string>;

void check_nodes(NodesSeen& seen, const RouterRemarks& remarks) {
    if (remarks.nodes < 0 || remarks.nodes > kMostNodes) {
        refuse(remarks.place, "nodes = " + std::to_string(remarks.nodes) + ": must be 0.." +
                                  std::to_string(kMostNodes));
    }
    std::vector<std::string> names = remarks.node_names;
    if (names.empty() && remarks.nodes == 1 && remarks.name) {
        names.push_back(*remarks.name);
    }
    for (const std::string& name : names) {
        const auto [first, is_new] = seen.emplace(name, remarks.place);
        if (!is_new) {
            refuse(remarks.place, "node " + name + ": is at the router of " + first->second +
                                      " already; a node is at one router");
        }
    }
    for (const std::string& name : remarks.node_names) {
        if (!fits(name) || name.find_first_of("0123456789 (+-") == 0 || name.back() == ' ' ||
            name.find(',') != std::string::npos) {
            refuse(remarks.place,
                   "node " + name + ": a name must be printable text in UTF-8, at most " +
                       std::to_string(kLongestName) +
                       " bytes, without commas, and must not begin as a number does");
        }
    }
}

void add_nodes(CustomGraph& graph, const std::vector<RouterRemarks>& remarks) {
    const auto any = [&remarks](auto is) {
        return std::any_of(remarks.begin(), remarks.end(), is);
    };
    const bool named = any([](const RouterRemarks& each) { return !each.node_names.empty(); });
    const bool counted = any([](const RouterRemarks& each) { return each.nodes != 1; });
    NodesSeen seen;
    for (const RouterRemarks& each : remarks) {
        check_nodes(seen, each);
        if (counted) {
            graph.nodes.push_back(each.nodes);
        }
        for (std::size_t i = 0; named && i < static_cast<std::size_t>(each.nodes); ++i) {
            graph.node_names.push_back(each.node_names.empty() ? "" : each.node_names[i]);
        }
    }
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

void set_remarks(CustomGraph& graph, const std::vector<RouterRemarks>& remarks) {
    const auto has_name = [](const RouterRemarks& each) { return each.name.has_value(); };
    const auto has_place = [](const RouterRemarks& each) { return each.at.has_value(); };
    const bool named = std::any_of(remarks.begin(), remarks.end(), has_name);
    const bool placed = std::all_of(remarks.begin(), remarks.end(), has_place);
    std::set<std::string> seen;
    for (const RouterRemarks& each : remarks) {
        if (each.name) {
            check_name(seen, each);
        }
        if (named) {
            graph.names.push_back(each.name.value_or(""));
        }
        if (placed) {
            add_place(graph, each);
        }
    }
    add_nodes(graph, remarks);
}

bool read_nodes(const std::string& text, RouterRemarks& remarks) {
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, remarks.nodes);
    if (read.ec == std::errc() && read.ptr == end) {
        return true;
    }
    std::istringstream names(text);
    for (std::string name; std::getline(names >> std::ws, name, ',');) {
        remarks.node_names.push_back(name);
    }
    remarks.nodes = static_cast<int>(remarks.node_names.size());
    return remarks.nodes > 0;
}

}  // namespace flitscope::topo
