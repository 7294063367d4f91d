#include "tlm/collectives/dual_path.h"

#include "tlm/collectives/two_phase.h"

namespace flitscope::tl {

CollectiveEntry dual_path_entry() {
    return {"dual_path", [](const topo::Topology& topology, const auto& /*unicast*/,
                            const PlanRequest& request, PlanBuilder& plan) {
                send_high_and_low(
                    plan, LabelledDestinations(topology, "dual_path", request, "two_phase"));
            }};
}

}  // namespace flitscope::tl
