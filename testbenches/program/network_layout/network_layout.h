#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::tb {

/// Places of the routers of a network on paper.
struct NetworkLayout {
    struct Place {
        double x = 0;  ///< to the right; neighbours are about 1 apart
        double y = 0;  ///< up
    };
    struct Caption {
        Place place;  ///< middle of its foot
        std::string text;
    };
    std::vector<Place> places;       ///< by router, none below 0
    std::vector<std::string> names;  ///< by router, to be written below it; or none
    std::vector<double> depth;  ///< by router, 0: in front, 1: furthest back; or none: all in front
    std::vector<std::vector<Place>> planes;  ///< corners of what lies below the nodes
    std::vector<Caption> captions;
    double width = 0;   ///< largest x
    double height = 0;  ///< largest y
    /// Links that would run over nodes as straight lines, from the lower id to the higher one.
    std::set<std::pair<topo::NodeId, topo::NodeId>> arcs;

    bool is_arc(topo::NodeId from, topo::NodeId to) const {
        return arcs.count({std::min(from, to), std::max(from, to)}) != 0;
    }
};

/// Networks from a file as it says (x to the right, y up). Meshes and tori as grids, x to the
/// right, y up, and so are flattened butterflies; with three dimensions as planes one above the
/// other, drawn obliquely, so that the links between them stand upright and none runs over a node;
/// with more, layers side by side and above each other in turn. Cubes as squares of squares, with a
/// cube's oblique third edge; the clusters of hierarchical networks beside each other, as their top
/// is laid out. Levels of trees as rows, groups of dragonflies as circles on a circle. Rings and
/// complete networks on a circle; up to kMostStressed nodes, all others by their links
/// (stress_layout.h).
NetworkLayout lay_out(const topo::Topology& topology);

}  // namespace flitscope::tb
