// Broadcast on two-dimensional meshes of any size for all-port routers (own choice, where EDN is
// not defined): the source's row, then all columns, like RD, but a holder sends in both directions
// at once.
//
// A line takes K steps, the least for which (3^K - 1)/2 is no less than the nodes on either side
// of its first holder. With k steps left a holder keeps (3^(k-1) - 1)/2 nodes on each side and
// sends, on either side, the nodes beyond them to the node in their middle.
#include <algorithm>

#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/fitting_mesh.h"
#include "tlm/collectives/line_broadcast.h"

namespace flitscope::tl {

namespace {

/// (3^steps - 1)/2: nodes on one side that a holder can serve in so many steps.
int reach(int steps) {
    int nodes = 0;
    for (; steps > 0; --steps) {
        nodes = 3 * nodes + 1;
    }
    return nodes;
}

int ternary_steps(int size, int holder) {
    int steps = 0;
    while (reach(steps) < std::max(holder, size - 1 - holder)) {
        ++steps;
    }
    return steps;
}

void split_ternary(const LineSegment& segment, int steps_left, std::vector<LineSegment>& out) {
    const int kept = reach(steps_left - 1);
    const int low = std::max(segment.low, segment.holder - kept);
    const int high = std::min(segment.high, segment.holder + kept + 1);
    if (segment.low < low) {
        out.push_back({segment.low, low, (segment.low + low - 1) / 2});
    }
    out.push_back({low, high, segment.holder});
    if (high < segment.high) {
        out.push_back({high, segment.high, (high + segment.high - 1) / 2});
    }
}

}  // namespace

CollectiveEntry ternary_entry() {
    return {"ternary", [](const topo::Topology& topology, const auto& /*unicast*/,
                          const PlanRequest& /*request*/, PlanBuilder& plan) {
                write_row_then_columns(fitting_mesh(topology, "ternary", MeshShape::flat),
                                       ternary_steps, split_ternary, plan);
            }};
}

}  // namespace flitscope::tl
