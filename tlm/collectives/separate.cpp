// Separate addressing on every topology: the source sends a unicast to each destination, in
// ascending order of node ids, over the routing of unicasts. It is the reference for all other
// algorithms. All messages belong to one step and wait for each other at the source.
#include <algorithm>

#include "tlm/collectives/collective_registry.h"

namespace flitscope::tl {

CollectiveEntry separate_entry() {
    return {"separate", [](const topo::Topology& topology, const auto& unicast,
                           const PlanRequest& request, PlanBuilder& plan) {
                plan.route_by(unicast);
                std::vector<topo::NodeId> nodes = request.destinations;
                if (nodes.empty()) {  // a broadcast
                    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
                        nodes.push_back(node);
                    }
                    nodes.erase(nodes.begin() + request.source);
                }
                std::sort(nodes.begin(), nodes.end());
                for (const topo::NodeId node : nodes) {
                    plan.send(request.source, node);
                }
            }};
}

}  // namespace flitscope::tl
