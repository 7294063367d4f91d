// Multicast GTDMPM, with which El-Obaid and Zuo compare their algorithm: destinations grouped by
// row, column and diagonals, one message per group.
//
// Beyond that they only say that the start-ups grow with the destinations, and that the source is
// the bottleneck. Our reading has these properties, but its figures are not the original's: of the
// destinations with higher labels, then of those with lower ones, layer by layer (by |z - z of the
// source|, then z) first the group in the source's row, then the one in its column, then one for
// each x - y, ascending; lists and routing as in TP.
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
