#include "testbenches/program/network_layout/network_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "topologies/grid.h"
#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

using Place = NetworkLayout::Place;

void place_grid(const topo::Grid& grid, NetworkLayout& layout) {
    const bool flat = grid.dimensions() > 1;
    for (topo::NodeId node = 0; node < grid.nodes(); ++node) {
        const int layer = grid.dimensions() == 3 ? grid.coordinate(node, 2) : 0;
        layout.places.push_back(
            {static_cast<double>(grid.coordinate(node, 0) + layer * (grid.size(0) + 1)),
             flat ? static_cast<double>(grid.coordinate(node, 1)) : 0.0});
    }
    layout.longest_line = 1;
    if (grid.dimensions() == 3) {
        for (int z = 0; z < grid.size(2); ++z) {
            layout.captions.push_back(
                {{z * (grid.size(0) + 1) + (grid.size(0) - 1) / 2.0, grid.size(1) - 0.35},
                 "z = " + std::to_string(z)});
        }
    }
}

/// Where crossing a dimension leads: the first three span a cube drawn obliquely, the others put
/// what there is beside and above itself in turn, far enough not to overlap, and so aslant that no
/// link of the first four runs over a node.
Place stride(int dimension) {
    static constexpr std::array<Place, 3> kCube = {{{1.5, 0}, {0, 1.5}, {0.6, 0.55}}};
    if (dimension < 3) {
        return kCube[static_cast<std::size_t>(dimension)];
    }
    const int doublings = (dimension - 3) / 2;
    return dimension % 2 == 1 ? Place{3.4 * std::pow(2.2, doublings), -0.8}
                              : Place{-0.85, 4.2 * std::pow(2.1, doublings)};
}

void place_cube(const topo::Hypercube& cube, NetworkLayout& layout) {
    for (topo::NodeId node = 0; node < cube.nodes(); ++node) {
        Place place;
        for (int dimension = 0; dimension < cube.dimensions(); ++dimension) {
            if ((node >> dimension & 1) != 0) {
                place.x += stride(dimension).x;
                place.y += stride(dimension).y;
            }
        }
        layout.places.push_back(place);
    }
}

void place_circle(topo::NodeId nodes, NetworkLayout& layout) {
    constexpr double kTurn = 6.283185307179586;
    const double radius = std::max(1.0, nodes / kTurn);
    for (topo::NodeId node = 0; node < nodes; ++node) {  // clockwise from the top
        const double angle = kTurn * node / nodes;
        layout.places.push_back({radius * (1 + std::sin(angle)), radius * (1 + std::cos(angle))});
    }
}

void move_to_origin(std::vector<Place>& places) {
    Place least = places.front();
    for (const Place& place : places) {
        least.x = std::min(least.x, place.x);
        least.y = std::min(least.y, place.y);
    }
    for (Place& place : places) {
        place.x -= least.x;
        place.y -= least.y;
    }
}

}  // namespace

NetworkLayout lay_out(const topo::Topology& topology) {
    NetworkLayout layout;
    const auto* grid = dynamic_cast<const topo::Grid*>(&topology);
    if (grid != nullptr && grid->dimensions() <= 3) {
        place_grid(*grid, layout);
    } else if (const auto* cube = dynamic_cast<const topo::Hypercube*>(&topology)) {
        place_cube(*cube, layout);
    } else {
        place_circle(topology.nodes(), layout);
    }
    move_to_origin(layout.places);
    for (const Place& place : layout.places) {
        layout.width = std::max(layout.width, place.x);
        layout.height = std::max(layout.height, place.y);
    }
    layout.height += layout.captions.empty() ? 0 : 0.7;
    return layout;
}

}  // namespace flitscope::tb
