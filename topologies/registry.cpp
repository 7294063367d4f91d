#include "topologies/registry.h"

namespace flitscope::topo {

const std::vector<TopologyEntry>& topologies() {
    static const std::vector<TopologyEntry> list = {};
    return list;
}

const std::vector<RoutingEntry>& routings() {
    static const std::vector<RoutingEntry> list = {};
    return list;
}

const TopologyEntry* find_topology(const std::string& kind) {
    for (const TopologyEntry& entry : topologies()) {
        if (entry.kind == kind) {
            return &entry;
        }
    }
    return nullptr;
}

const RoutingEntry* find_routing(const std::string& algorithm) {
    for (const RoutingEntry& entry : routings()) {
        if (entry.algorithm == algorithm) {
            return &entry;
        }
    }
    return nullptr;
}

}  // namespace flitscope::topo
