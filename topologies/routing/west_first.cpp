#include "topologies/routing/west_first.h"

#include "topologies/routing/flat_mesh.h"

namespace flitscope::topo {

void WestFirst::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const FlatStep step(*mesh_, query.here, query.destination);
    if (step.x < 0) {
        out.push_back({kWest, 0});
        return;
    }
    if (step.x > 0) {
        out.push_back({kEast, 0});
    }
    if (step.y != 0) {
        out.push_back({step.y_port(), 0});
    }
}

RoutingEntry west_first_entry() { return flat_mesh_entry<WestFirst>("west_first"); }

}  // namespace flitscope::topo
