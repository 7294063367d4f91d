#include "tlm/collectives/collective_registry.h"

#include <algorithm>

#include "common/named_entries.h"

namespace flitscope::tl {

namespace {

CollectiveEntry with(CollectiveGoal goal, CollectiveMessages messages, CollectiveEntry entry) {
    entry.goal = goal;
    entry.messages = messages;
    return entry;
}

void require_node(const topo::Topology& topology, const std::string& key, topo::NodeId node) {
    require_range("node", key, node, 0, topology.nodes() - 1);
}

void check_destinations(const CollectiveEntry& entry, const topo::Topology& topology,
                        const PlanRequest& request) {
    if (entry.goal == CollectiveGoal::broadcast && !request.destinations.empty()) {
        throw OptionError("destinations", entry.algorithm +
                                              " is a broadcast, which goes to all other "
                                              "nodes: it takes no destinations");
    }
    if (entry.goal == CollectiveGoal::multicast && request.destinations.empty()) {
        throw OptionError("destinations",
                          entry.algorithm + " is a multicast: it needs at least one destination");
    }
    std::vector<topo::NodeId> sorted = request.destinations;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        require_node(topology, "destinations", sorted[i]);
        if (sorted[i] == request.source) {
            throw OptionError("destinations", "the source, node " + std::to_string(sorted[i]) +
                                                  ", is among the destinations");
        }
        if (i > 0 && sorted[i] == sorted[i - 1]) {
            throw OptionError("destinations",
                              "node " + std::to_string(sorted[i]) + " is named twice");
        }
    }
}

}  // namespace

const std::vector<CollectiveEntry>& collectives() {
#define FLITSCOPE_LISTED(name, file, goal, messages) \
    with(CollectiveGoal::goal, CollectiveMessages::messages, name##_entry()),
    static const std::vector<CollectiveEntry> list = {
#include "tlm/collectives/collectives.def"
    };
#undef FLITSCOPE_LISTED
    return list;
}

const CollectiveEntry& find_collective(const std::string& algorithm) {
    return find_entry(collectives(), &CollectiveEntry::algorithm, algorithm, "algorithm");
}

std::vector<std::shared_ptr<const topo::RoutingFunction>> collective_routings(
    const CollectiveEntry& entry, const topo::Topology& topology,
    const std::shared_ptr<const topo::RoutingFunction>& unicast) {
    if (entry.routings) {
        return entry.routings(topology);
    }
    PlanRequest request;
    if (entry.goal == CollectiveGoal::multicast) {
        request.destinations = {topology.nodes() - 1};
    }
    return {make_plan(entry, topology, unicast, request).shared_routing()};
}

Plan make_plan(const CollectiveEntry& entry, const topo::Topology& topology,
               const std::shared_ptr<const topo::RoutingFunction>& unicast,
               const PlanRequest& request) {
    require_node(topology, "source", request.source);
    check_destinations(entry, topology, request);
    PlanBuilder plan(entry.algorithm, request.source);
    entry.write(topology, unicast, request, plan);
    return plan.finish();
}

}  // namespace flitscope::tl
