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

/// Splits a segment in a step: appends the segments that are left, each with a holder. Those whose
/// holder is another one get the message by it.
using LineSplit = void (*)(const LineSegment& segment, int steps_left,
                           std::vector<LineSegment>& out);

/// A broadcast on a two-dimensional mesh that goes along the source's row, then along all columns
/// at once. `steps_of(size, holder)` are those that a line takes; `split` is told how many of them
/// are left, the present one included.
void write_row_then_columns(const topo::Mesh& mesh, int (*steps_of)(int size, int holder),
                            LineSplit split, PlanBuilder& plan);

}  // namespace flitscope::tl
