#pragma once

#include <vector>

#include "tlm/collectives/plan.h"
#include "topologies/mesh.h"

namespace flitscope::tl {

/// Nodes lo..hi-1 of a line of nodes, of which `holder` has the message.
struct LineSegment {
    int low;
    int high;
    int holder;
};

/// Splits a segment in a step: appends the remaining segments, each with a holder. A new holder
/// receives the message in this step.
using LineSplit = void (*)(const LineSegment& segment, int steps_left,
                           std::vector<LineSegment>& out);

/// A broadcast on a two-dimensional mesh that goes along the source's row, then along all columns
/// at once. `steps_of(size, holder)`: steps that a line takes. `split` receives the number of steps
/// left, including the present one.
void write_row_then_columns(const topo::Mesh& mesh, int (*steps_of)(int size, int holder),
                            LineSplit split, PlanBuilder& plan);

}  // namespace flitscope::tl
