// Recursive-doubling broadcast on two-dimensional meshes (the one-port alternative to PCP in
// Al-Dubai, Ould-Khaoua and Mackenzie): the source's row, then all columns. Each step halves every
// segment of a line, the first part being the larger one; the holder sends to the node of the
// other part at the same place in it, or to the last one there is (details our own).
//
// ceil(log2 Nx) + ceil(log2 Ny) steps, in each of which a node sends or receives at most once.
#include <algorithm>

#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/fitting_mesh.h"
#include "tlm/collectives/line_broadcast.h"

namespace flitscope::tl {

namespace {

/// ceil(log2 size)
int rd_steps(int size, int /*holder*/) {
    int steps = 0;
    for (int reached = 1; reached < size; reached *= 2) {
        ++steps;
    }
    return steps;
}

void split_rd(const LineSegment& segment, int /*steps_left*/, std::vector<LineSegment>& out) {
    const auto [low, high, holder] = segment;
    if (high - low == 1) {
        out.push_back(segment);
        return;
    }
    const int middle = low + (high - low + 1) / 2;
    if (holder < middle) {
        out.push_back({low, middle, holder});
        out.push_back({middle, high, middle + std::min(holder - low, high - middle - 1)});
    } else {
        out.push_back({low, middle, low + holder - middle});
        out.push_back({middle, high, holder});
    }
}

}  // namespace

CollectiveEntry rd_entry() {
    return {"rd", [](const topo::Topology& topology, const auto& /*unicast*/,
                     const PlanRequest& /*request*/, PlanBuilder& plan) {
                write_row_then_columns(fitting_mesh(topology, "rd", MeshShape::flat), rd_steps,
                                       split_rd, plan);
            }};
}

}  // namespace flitscope::tl
