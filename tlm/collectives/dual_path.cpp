// Dual-path multicast on two-dimensional meshes (Lin, McKinley and Ni: Deadlock-free multicast
// wormhole routing in 2-D mesh multicomputers, 1994): TP in two dimensions.
#include "tlm/collectives/labelled_destinations.h"

namespace flitscope::tl {

CollectiveEntry dual_path_entry() {
    return {"dual_path", [](const topo::Topology& topology, const auto& /*unicast*/,
                            const PlanRequest& request, PlanBuilder& plan) {
                send_high_and_low(
                    plan, LabelledDestinations(topology, "dual_path", request, "two_phase"));
            }};
}

}  // namespace flitscope::tl
