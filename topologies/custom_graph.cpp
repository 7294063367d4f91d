#include "topologies/custom_graph.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "common/printable.h"
#include "topologies/link_class_name.h"

namespace flitscope::topo {

namespace {

constexpr std::size_t kLongestName = 100;  // bytes, own choice

void check_name(std::set<std::string>& seen, const NodeRemarks& remarks) {
    const std::string& name = *remarks.name;
    const std::string what = "name = " + name + ": ";
    if (name.empty() || name.size() > kLongestName || !is_printable(name)) {
        refuse(remarks.place, what + "must be printable text in UTF-8, at most " +
                                  std::to_string(kLongestName) + " bytes");
    }
    if (!seen.insert(name).second) {
        refuse(remarks.place, what + "given twice");
    }
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
    const auto has_name = [](const NodeRemarks& each) { return each.name.has_value(); };
    const auto has_place = [](const NodeRemarks& each) { return each.at.has_value(); };
    const bool named = std::any_of(remarks.begin(), remarks.end(), has_name);
    const bool placed = std::all_of(remarks.begin(), remarks.end(), has_place);
    std::set<std::string> seen;
    for (const NodeRemarks& each : remarks) {
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
}

}  // namespace flitscope::topo
