// Two-phase multicast TP (El-Obaid and Zuo; in two dimensions the dual-path multicast of Lin,
// McKinley and Ni, 1994): one message to the destinations with higher labels than the source, one
// to those with lower ones.
#include "tlm/collectives/labelled_destinations.h"

namespace flitscope::tl {

CollectiveEntry two_phase_entry() {
    return {"two_phase", [](const topo::Topology& topology, const auto& /*unicast*/,
                            const PlanRequest& request, PlanBuilder& plan) {
                send_high_and_low(plan, LabelledDestinations(topology, "two_phase", request));
            }};
}

}  // namespace flitscope::tl
