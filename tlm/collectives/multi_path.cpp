// Multi-path multicast on two-dimensional meshes (Lin, McKinley and Ni, 1994, as described by
// later papers): up to four messages, each through a separate port of the source.
//
// The source has up to two neighbours with higher labels, v in its row and w in its column. With
// both, the destinations on v's side (x up to v's, seen from there) go over v, the others over w;
// otherwise all go over the existing one. After that hop they follow `hamiltonian` routing. Lower
// labels are handled likewise.
#include "tlm/collectives/labelled_destinations.h"

namespace flitscope::tl {

namespace {

/// The neighbours of the source whose labels lie on one side of its own; kNoNode: none.
struct Neighbours {
    topo::NodeId in_row = topo::kNoNode;
    topo::NodeId in_column = topo::kNoNode;
};

Neighbours neighbours_of(const LabelledDestinations& destinations, topo::NodeId source, bool high) {
    Neighbours found;
    const topo::Mesh& mesh = destinations.mesh();
    for (topo::PortId port = 0; port < mesh.ports(source); ++port) {
        const topo::NodeId node = mesh.peer(source, port).node;
        if (node != topo::kNoNode &&
            high == (destinations.routing()->labels().label(node) > destinations.source_label())) {
            (port < 2 ? found.in_row : found.in_column) = node;  // ports 0 and 1 are those of x
        }
    }
    return found;
}

void send_half(const LabelledDestinations& destinations, bool high, PlanBuilder& plan) {
    const std::vector<LabelledNode>& nodes = high ? destinations.high() : destinations.low();
    const topo::Mesh& mesh = destinations.mesh();
    const Neighbours neighbours = neighbours_of(destinations, plan.source(), high);
    if (neighbours.in_row == topo::kNoNode || neighbours.in_column == topo::kNoNode) {
        const bool column = neighbours.in_row == topo::kNoNode;
        send_list(plan, nodes, column ? neighbours.in_column : neighbours.in_row);
        return;
    }
    const int x = mesh.coordinate(neighbours.in_row, 0);
    const bool rising = x > mesh.coordinate(plan.source(), 0);
    const auto on_row_side = [&](topo::NodeId node) {
        return rising ? mesh.coordinate(node, 0) >= x : mesh.coordinate(node, 0) <= x;
    };
    send_list(plan, those(nodes, on_row_side), neighbours.in_row);
    send_list(plan, those(nodes, [&](auto node) { return !on_row_side(node); }),
              neighbours.in_column);
}

}  // namespace

CollectiveEntry multi_path_entry() {
    return {"multi_path", [](const topo::Topology& topology, const auto& /*unicast*/,
                             const PlanRequest& request, PlanBuilder& plan) {
                const LabelledDestinations destinations(topology, "multi_path", request,
                                                        "six_phase");
                plan.route_by(destinations.routing());
                send_half(destinations, true, plan);
                send_half(destinations, false, plan);
            }};
}

}  // namespace flitscope::tl
