#pragma once

#include "topologies/topology.h"

namespace flitscope::topo {

/// An additional interface of a RoutingFunction that depends on the source
/// (RouteDependence::source) but does not distinguish all sources: messages from sources of one
/// group take the same paths from any node on. RouteWalk follows a group at once.
class SourceGroups {
public:
    virtual ~SourceGroups() = default;
    /// The number of the group, 0..nodes-1.
    virtual NodeId source_group(NodeId source) const = 0;
};

}  // namespace flitscope::topo
