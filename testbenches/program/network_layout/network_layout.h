#pragma once

#include <limits>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::tb {

/// Places of the nodes of a network on paper.
struct NetworkLayout {
    struct Place {
        double x = 0;  ///< to the right; neighbours are about 1 apart
        double y = 0;  ///< up
    };
    struct Caption {
        Place place;  ///< middle of its foot
        std::string text;
    };
    std::vector<Place> places;  ///< by node, none below 0
    std::vector<Caption> captions;
    double width = 0;   ///< largest x
    double height = 0;  ///< largest y
    /// Longer links would run over nodes: not drawn where no message takes them, then as an arc.
    double longest_line = std::numeric_limits<double>::infinity();
};

/// Meshes and tori as grids, x to the right, y up, layers of z side by side, and so on in turn;
/// cubes as squares of squares, with a cube's oblique third edge; clusters of hierarchical cubes as
/// cubes beside each other; all others on a circle.
NetworkLayout lay_out(const topo::Topology& topology);

}  // namespace flitscope::tb
