#include "tlm/collectives/binomial.h"

#include "common/bits.h"

namespace flitscope::tl {

CollectiveEntry binomial_entry() {
    return {"binomial", [](const topo::Topology& topology, const auto& unicast,
                           const PlanRequest& request, PlanBuilder& plan) {
                plan.route_by(unicast);
                const topo::NodeId nodes = topology.nodes();
                const auto node_of = [&](topo::NodeId rank) {
                    return is_power_of_two(nodes) ? request.source ^ rank
                                                  : (request.source + rank) % nodes;
                };
                topo::NodeId distance = 1;
                while (2 * distance < nodes) {
                    distance *= 2;
                }
                for (; distance > 0; distance /= 2, plan.next_step()) {
                    for (topo::NodeId rank = 0; rank + distance < nodes; rank += 2 * distance) {
                        plan.send(node_of(rank), node_of(rank + distance));
                    }
                }
            }};
}

}  // namespace flitscope::tl
