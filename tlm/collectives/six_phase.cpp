// Six-phase multicast SP (El-Obaid and Zuo): like TP, with the destinations of either message
// split into those at higher x than the source, at lower x, and at its own.
//
// Every hop, including the first, follows `hamiltonian` routing: this reading gives the paths of
// the paper's example. So two messages may need the same port of the source, whereas the paper has
// one port for each.
#include "tlm/collectives/labelled_destinations.h"

namespace flitscope::tl {

CollectiveEntry six_phase_entry() {
    return {
        "six_phase", [](const topo::Topology& topology, const auto& /*unicast*/,
                        const PlanRequest& request, PlanBuilder& plan) {
            const LabelledDestinations destinations(topology, "six_phase", request);
            const topo::Mesh& mesh = destinations.mesh();
            const int here = mesh.coordinate(request.source, 0);
            plan.route_by(destinations.routing());
            for (const auto* half : {&destinations.high(), &destinations.low()}) {
                send_list(plan,
                          those(*half, [&](auto node) { return mesh.coordinate(node, 0) > here; }));
                send_list(plan,
                          those(*half, [&](auto node) { return mesh.coordinate(node, 0) < here; }));
                send_list(plan, those(*half,
                                      [&](auto node) { return mesh.coordinate(node, 0) == here; }));
            }
        }};
}

}  // namespace flitscope::tl
