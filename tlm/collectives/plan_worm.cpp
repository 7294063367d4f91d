#include "tlm/collectives/plan_worm.h"

#include "topologies/live_graph.h"

namespace flitscope::tl {

rtl::Header worm_of(const Plan& plan, const PlanMessage& message, const topo::Topology& topology,
                    int first_routing) {
    const rtl::HeaderEntry* const entries = plan.addresses(message);
    rtl::Header worm;
    worm.entries.assign(entries, entries + message.address_count);
    worm.routing = first_routing + plan.routing_number();
    if (message.first_hop != topo::kNoNode) {
        worm.first_port = topo::ports_to(topology, message.from, message.first_hop).front();
    }
    return worm;
}

}  // namespace flitscope::tl
