#include "testbenches/program/network_layout/network_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "topologies/grid.h"
#include "topologies/hierarchical_cubic.h"
#include "topologies/hierarchical_hypercube.h"
#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

using Place = NetworkLayout::Place;

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

/// Even dimensions to the right, odd ones up, each in strides over all of those before.
void place_grid(const topo::Grid& grid, NetworkLayout& layout) {
    for (topo::NodeId node = 0; node < grid.nodes(); ++node) {
        Place place;
        std::array<double, 2> stride = {1, 1};
        for (int dimension = 0; dimension < grid.dimensions(); ++dimension) {
            const auto axis = static_cast<std::size_t>(dimension % 2);
            (axis == 0 ? place.x : place.y) += grid.coordinate(node, dimension) * stride[axis];
            stride[axis] *= grid.size(dimension) + 1;
        }
        layout.places.push_back(place);
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

std::vector<Place> cube_places(int dimensions) {
    std::vector<Place> places;
    for (topo::NodeId node = 0; node < topo::NodeId{1} << dimensions; ++node) {
        Place place;
        for (int dimension = 0; dimension < dimensions; ++dimension) {
            if ((node >> dimension & 1) != 0) {
                place.x += stride(dimension).x;
                place.y += stride(dimension).y;
            }
        }
        places.push_back(place);
    }
    move_to_origin(places);
    return places;
}

/// 2^cluster_bits cubes, apart from each other on a grid: the even bits of the cluster number say
/// the column, the odd ones the row. Links between clusters are long.
void place_clusters(int cluster_bits, int dimensions, NetworkLayout& layout) {
    constexpr double kGap = 2, kAbove = 0.5;
    const std::vector<Place> cube = cube_places(dimensions);
    Place step;
    for (const Place& place : cube) {
        step = {std::max(step.x, place.x + kGap), std::max(step.y, place.y + kGap)};
    }
    for (topo::NodeId cluster = 0; cluster < topo::NodeId{1} << cluster_bits; ++cluster) {
        int column = 0, row = 0;
        for (int bit = 0; bit < cluster_bits; ++bit) {
            (bit % 2 == 0 ? column : row) |= (cluster >> bit & 1) << bit / 2;
        }
        for (const Place& place : cube) {
            layout.places.push_back({place.x + column * step.x, place.y + row * step.y});
        }
        layout.captions.push_back(
            {{column * step.x + (step.x - kGap) / 2, row * step.y + step.y - kGap + kAbove},
             "cluster " + std::to_string(cluster)});
    }
    layout.longest_line = 0;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        const Place& neighbour = cube[std::size_t{1} << dimension];
        layout.longest_line = std::max(
            layout.longest_line, std::hypot(neighbour.x - cube[0].x, neighbour.y - cube[0].y));
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

}  // namespace

NetworkLayout lay_out(const topo::Topology& topology) {
    NetworkLayout layout;
    const auto* grid = dynamic_cast<const topo::Grid*>(&topology);
    if (grid != nullptr) {
        place_grid(*grid, layout);
    } else if (const auto* cube = dynamic_cast<const topo::Hypercube*>(&topology)) {
        layout.places = cube_places(cube->dimensions());
    } else if (const auto* two_level =
                   dynamic_cast<const topo::HierarchicalHypercube*>(&topology)) {
        place_clusters(two_level->level2_dimensions(), two_level->cluster_dimensions(), layout);
    } else if (const auto* cubic = dynamic_cast<const topo::HierarchicalCubic*>(&topology)) {
        place_clusters(cubic->dimensions(), cubic->dimensions(), layout);
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
