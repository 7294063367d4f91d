#include "topologies/routing/cycle_walk.h"

namespace flitscope::topo {

namespace {

constexpr PortId kNext = 0;
constexpr PortId kPrevious = 1;
constexpr PortId kLateral = 2;

/// The last position in which a bit of `differing` is set, going up round a cycle of `length` nodes
/// from `start`; `start` if there is none.
NodeId last_crossing(NodeId differing, NodeId start, NodeId length) {
    for (NodeId steps = length - 1; steps > 0; --steps) {
        const NodeId position = (start + steps) % length;
        if ((differing >> position & 1) != 0) {
            return position;
        }
    }
    return start;
}

}  // namespace

RouteCandidate CycleWalk::only_candidate(const RouteQuery& query) const {
    const NodeId length = cycles_->cycle_length();
    const NodeId here = query.here % length;
    const NodeId start = query.source % length;
    const NodeId differing = query.here / length ^ query.destination / length;
    // A cycle of two nodes has one link.
    const PortId up = length == 2 && here == 1 ? kPrevious : kNext;
    if (differing != 0) {
        const bool crosses = (differing >> here & 1) != 0;
        return {crosses ? kLateral : up, here < start ? 1 : 0};
    }
    const NodeId turn =
        last_crossing(query.source / length ^ query.destination / length, start, length);
    const NodeId end = query.destination % length;
    const NodeId ahead = (end - turn + length) % length;
    if (2 * ahead <= length) {
        return {up, (turn < start ? 1 : 0) + (here < turn ? 1 : 0)};
    }
    return {kPrevious, here > turn ? 1 : 0};
}

}  // namespace flitscope::topo
