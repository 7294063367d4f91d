// Broadcast along a binomial tree over node numbers, on any network of N nodes: the node of rank r
// is source xor r where N is a power of two, else source + r modulo N. In the step of distance d,
// of which the first is the largest power of two below N and each further one half of it, the
// ranks that are multiples of 2d send to the ranks d above, if these exist.
//
// It takes ceil(log2 N) steps, in each of which a node sends or receives at most once. It ignores
// channels, so messages of a step may contend; on a hypercube each message takes one channel.
// Source: the usual tree of message passing libraries (Thakur, Rabenseifner and Gropp, 2005,
// section 4.2).
#include "common/bits.h"
#include "tlm/collectives/collective_registry.h"

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
