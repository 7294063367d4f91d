#pragma once

#include "topologies/topology.h"

namespace flitscope::topo {

/// Beside RoutingFunction, for one that looks at the source (RouteDependence::source) without
/// telling all of them apart: messages from sources of one group go the same ways from any node on.
/// RouteWalk follows a group at once.
class SourceGroups {
public:
    virtual ~SourceGroups() = default;
    /// A number of the group, 0..nodes-1.
    virtual NodeId source_group(NodeId source) const = 0;
};

}  // namespace flitscope::topo
