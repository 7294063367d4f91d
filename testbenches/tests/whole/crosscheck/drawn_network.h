#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbenches/tests/support/draw.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {

/// A small topology with a routing that fits it.
struct DrawnNetwork {
    std::string name;
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
};

/// A hypercube or a mesh.
DrawnNetwork draw_cube_or_mesh(Draw& draw);
/// Any topology of the list that has a node at every router, with any routing of the list that fits
/// it.
DrawnNetwork draw_other_network(Draw& draw);

/// Kinds of topologies with none or several nodes at a router, among them drawn graphs ("custom").
std::vector<std::string> kinds_with_nodes_apart();
/// A topology of such a kind, with any routing that fits it.
DrawnNetwork draw_network_with_nodes_apart(const std::string& kind, Draw& draw);

/// The same routing read from rows of a file, by where a message comes from. It offers one
/// candidate and looks at node, destination and input port alone.
std::unique_ptr<topo::RoutingFunction> as_table(const topo::RoutingFunction& routing,
                                                const topo::Topology& topology);

}  // namespace flitscope::tb
