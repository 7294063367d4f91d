#include "topologies/routing/odd_even.h"

#include "topologies/routing/flat_mesh.h"

namespace flitscope::topo {

void OddEven::candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const {
    const FlatStep step(*mesh_, query.here, query.destination);
    const int column = mesh_->coordinate(query.here, 0);
    const bool odd = column % 2 == 1;
    // Eastbound, a message may turn in odd columns or where it starts, and must not have to turn
    // in the last column if that is even. Westbound it turns in even columns.
    const bool last_turn_is_even = step.x == 1 && odd && step.y != 0;
    if (step.x > 0 && !last_turn_is_even) {
        out.push_back({kEast, 0});
    }
    if (step.x < 0) {
        out.push_back({kWest, 0});
    }
    const bool may_turn = step.x == 0  ? true
                          : step.x > 0 ? odd || column == mesh_->coordinate(query.source, 0)
                                       : !odd;
    if (step.y != 0 && may_turn) {
        out.push_back({step.y_port(), 0});
    }
}

RoutingEntry odd_even_entry() { return flat_mesh_entry<OddEven>("odd_even"); }

}  // namespace flitscope::topo
