#include "tlm/collectives/gtdmpm.h"

#include <cstdlib>
#include <map>
#include <tuple>

#include "tlm/collectives/labelled_destinations.h"

namespace flitscope::tl {

namespace {

/// Place of a message among those of one half of the destinations: |z - z0|, z; 0 for the row, 1
/// for the column, 2 for diagonals; which diagonal.
using Group = std::tuple<int, int, int, int>;

Group group_of(const topo::Mesh& mesh, topo::NodeId source, topo::NodeId node) {
    const auto layer = [&](topo::NodeId of) {
        return mesh.dimensions() == 3 ? mesh.coordinate(of, 2) : 0;
    };
    const int x = mesh.coordinate(node, 0);
    const int y = mesh.coordinate(node, 1);
    const int z = layer(node);
    const int away = std::abs(z - layer(source));
    if (y == mesh.coordinate(source, 1)) {
        return {away, z, 0, 0};
    }
    if (x == mesh.coordinate(source, 0)) {
        return {away, z, 1, 0};
    }
    return {away, z, 2, x - y};
}

}  // namespace

CollectiveEntry gtdmpm_entry() {
    return {"gtdmpm", [](const topo::Topology& topology, const auto& /*unicast*/,
                         const PlanRequest& request, PlanBuilder& plan) {
                const LabelledDestinations destinations(topology, "gtdmpm", request);
                plan.route_by(destinations.routing());
                for (const auto* half : {&destinations.high(), &destinations.low()}) {
                    std::map<Group, std::vector<LabelledNode>> groups;
                    for (const LabelledNode& each : *half) {
                        groups[group_of(destinations.mesh(), request.source, each.node)].push_back(
                            each);
                    }
                    for (const auto& [group, nodes] : groups) {
                        send_list(plan, nodes);
                    }
                }
            }};
}

}  // namespace flitscope::tl
