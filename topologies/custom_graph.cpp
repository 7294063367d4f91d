#include "topologies/custom_graph.h"

#include <algorithm>

#include "topologies/link_class_name.h"

namespace flitscope::topo {

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

}  // namespace flitscope::topo
