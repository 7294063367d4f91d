#include "tlm/collectives/two_phase.h"

namespace flitscope::tl {

void send_high_and_low(PlanBuilder& plan, const LabelledDestinations& destinations) {
    plan.route_by(destinations.routing());
    send_list(plan, destinations.high());
    send_list(plan, destinations.low());
}

CollectiveEntry two_phase_entry() {
    return {"two_phase", [](const topo::Topology& topology, const auto& /*unicast*/,
                            const PlanRequest& request, PlanBuilder& plan) {
                send_high_and_low(plan, LabelledDestinations(topology, "two_phase", request));
            }};
}

}  // namespace flitscope::tl
