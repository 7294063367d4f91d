#pragma once

#include "topologies/cube_connected_cycles.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::topo {

/// The route on cube-connected cycles (Preparata and Vuillemin 1981): up the cycle, from each node
/// to the next, over the lateral link wherever the bit of the position differs; in the cycle of the
/// destination the shorter way around; if both are equal, up. With cycles of k nodes at the corners
/// of a c-cube at most c + k - 1 + floor(k/2) hops.
///
/// VC classes   three: how often the message has passed from the last node of a cycle to the first,
///              or on its way down from the first to the last. No path goes back in the order of
///              class and position, and none goes up again after it went down.
class CycleWalk : public DeterministicRouting {
public:
    /// `cycles` outlives it.
    explicit CycleWalk(const CubeConnectedCycles& cycles) : cycles_(&cycles) {}

    std::string algorithm() const override { return "hierarchical"; }
    RouteCandidate only_candidate(const RouteQuery& query) const override;
    int vc_classes() const override { return 3; }
    RouteDependence dependence() const override { return {false, true, false}; }

private:
    const CubeConnectedCycles* cycles_;
};

}  // namespace flitscope::topo
