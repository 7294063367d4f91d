#include "testbenches/program/network_layout/network_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "testbenches/program/network_layout/stress_layout.h"
#include "topologies/channels.h"
#include "topologies/custom.h"
#include "topologies/dragonfly.h"
#include "topologies/fat_tree.h"
#include "topologies/grid.h"
#include "topologies/hierarchical.h"
#include "topologies/hierarchical_cubic.h"
#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

using Place = NetworkLayout::Place;

constexpr double kHalfCaption = 0.6;  ///< its width
constexpr double kNode = 0.3;         ///< nearer than this, a line runs over a node

/// Captions included, which are about as wide as two units.
void move_to_origin(NetworkLayout& layout) {
    std::vector<Place*> all;
    Place least = layout.places.front();
    for (Place& place : layout.places) {
        least = {std::min(least.x, place.x), std::min(least.y, place.y)};
        all.push_back(&place);
    }
    for (NetworkLayout::Caption& caption : layout.captions) {
        least.x = std::min(least.x, caption.place.x - kHalfCaption);
        all.push_back(&caption.place);
    }
    for (std::vector<Place>& plane : layout.planes) {
        for (Place& corner : plane) {
            all.push_back(&corner);
        }
    }
    for (Place* const place : all) {
        *place = {place->x - least.x, place->y - least.y};
    }
}

/// Even dimensions to the right, odd ones up, each in strides over all of those before.
void place_grid(const topo::Grid& grid, NetworkLayout& layout) {
    for (topo::NodeId node = 0; node < grid.routers(); ++node) {
        Place place;
        std::array<double, 2> stride = {1, 1};
        for (int dimension = 0; dimension < grid.dimensions(); ++dimension) {
            const auto axis = static_cast<std::size_t>(dimension % 2);
            (axis == 0 ? place.x : place.y) += grid.coordinate(node, dimension) * stride[axis];
            stride[axis] *= grid.size(dimension) + 1;
        }
        layout.places.push_back(place);
    }
}

/// Planes of x and y one above the other. Going along y leads to the right and up, by so little
/// that no two nodes of a plane have the same x on paper: no upright link of z runs over a node.
void place_planes(const topo::Grid& grid, NetworkLayout& layout) {
    constexpr Place kAlongY = {0.45, 0.55};
    constexpr double kGap = 0.95, kBorder = 0.36;
    const double columns = grid.size(0) - 1, rows = grid.size(1) - 1;
    const double along_x = std::max(1.0, (rows + 1) * kAlongY.x);
    const auto at = [&](double x, double y, double z) {
        return Place{x * along_x + y * kAlongY.x, y * kAlongY.y + z * (rows * kAlongY.y + kGap)};
    };
    for (topo::NodeId node = 0; node < grid.routers(); ++node) {
        layout.places.push_back(
            at(grid.coordinate(node, 0), grid.coordinate(node, 1), grid.coordinate(node, 2)));
        layout.depth.push_back(rows == 0 ? 0 : grid.coordinate(node, 1) / rows);
    }
    for (int z = 0; z < grid.size(2); ++z) {
        const double low = -kBorder / kAlongY.y, high = rows - low;
        const double left = -kBorder / along_x, right = columns - left;
        layout.planes.push_back(
            {at(left, low, z), at(right, low, z), at(right, high, z), at(left, high, z)});
        const Place corner = at(left, low, z);
        layout.captions.push_back(
            {{corner.x - kHalfCaption, corner.y}, "z = " + std::to_string(z)});
    }
}

/// Links that lead from one end of a row to the other.
bool is_wrap(const topo::Grid& grid, topo::NodeId from, topo::NodeId to) {
    for (int dimension = 0; dimension < grid.dimensions(); ++dimension) {
        if (std::abs(grid.coordinate(from, dimension) - grid.coordinate(to, dimension)) > 1) {
            return true;
        }
    }
    return false;
}

/// Where crossing a dimension leads. The first three dimensions span a cube drawn obliquely. Each
/// further one puts a copy of the whole to the side or above in turn, far enough not to overlap,
/// and so slanted that no link of the first four dimensions runs over a node.
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
    return places;
}

/// Where the corners of a cube are on a grid: the even bits say the column, the odd ones the row.
std::vector<Place> grid_of_bits(int bits) {
    std::vector<Place> grid;
    for (topo::NodeId number = 0; number < topo::NodeId{1} << bits; ++number) {
        int column = 0, row = 0;
        for (int bit = 0; bit < bits; ++bit) {
            (bit % 2 == 0 ? column : row) |= (number >> bit & 1) << bit / 2;
        }
        grid.push_back({static_cast<double>(column), static_cast<double>(row)});
    }
    return grid;
}

void scale(std::vector<Place>& places, double factor) {
    for (Place& place : places) {
        place = {factor * place.x, factor * place.y};
    }
}

/// The places so far apart that any two differ by 1, to the side or up.
std::vector<Place> at_least_1_apart(std::vector<Place> places) {
    double factor = 0;
    for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            factor = std::max(factor, 1 / std::max(std::abs(places[a].x - places[b].x),
                                                   std::abs(places[a].y - places[b].y)));
        }
    }
    scale(places, factor);
    return places;
}

/// A copy of `cluster` at each of the places, which are at least 1 apart. Links between clusters
/// are long.
void place_clusters(const NetworkLayout& cluster, const std::vector<Place>& at,
                    NetworkLayout& layout) {
    constexpr double kGap = 2, kAbove = 0.5;
    const Place step = {cluster.width + kGap, cluster.height + kGap};
    for (const Place& corner : at) {
        const double left = corner.x * step.x, low = corner.y * step.y;
        for (const Place& place : cluster.places) {
            layout.places.push_back({left + place.x, low + place.y});
        }
        layout.captions.push_back({{left + cluster.width / 2, low + cluster.height + kAbove},
                                   "cluster " + std::to_string(layout.captions.size())});
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

double distance(const Place& a, const Place& b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// From a node to a straight line.
double distance(const Place& node, const Place& from, const Place& to) {
    const double dx = to.x - from.x, dy = to.y - from.y;
    const double share = ((node.x - from.x) * dx + (node.y - from.y) * dy) / (dx * dx + dy * dy);
    const double at = std::clamp(share, 0.0, 1.0);
    return distance(node, {from.x + at * dx, from.y + at * dy});
}

/// Distances between the nearest two of the places, and across all of them. Many places are assumed
/// to be spread evenly.
struct Spread {
    double nearest = std::numeric_limits<double>::infinity();
    double across = 0;
};

Spread spread_of(const std::vector<Place>& places) {
    Spread spread;
    Place least = places[0], most = places[0];
    for (const Place& place : places) {
        least = {std::min(least.x, place.x), std::min(least.y, place.y)};
        most = {std::max(most.x, place.x), std::max(most.y, place.y)};
    }
    spread.across = distance(least, most);
    if (places.size() > kMostStressed) {
        spread.nearest = spread.across / std::sqrt(places.size());
        return spread;
    }
    for (std::size_t a = 0; a < places.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            const double each = distance(places[a], places[b]);
            spread.nearest = each > 0 ? std::min(spread.nearest, each) : spread.nearest;
        }
    }
    return spread;
}

/// As its file says, with the nearest two nodes 1.2 apart, so that names fit between them. Where
/// two are much nearer than the others, the whole stays small enough to be seen.
void place_custom(const topo::Custom& custom, NetworkLayout& layout) {
    constexpr double kApart = 1.2, kWide = 5;
    for (const topo::NodePosition& at : custom.places()) {
        layout.places.push_back({at.x, at.y});
    }
    const Spread spread = spread_of(layout.places);
    if (spread.across > 0) {
        scale(layout.places, std::min(kApart / spread.nearest,
                                      kWide * std::sqrt(custom.routers()) / spread.across));
    }
}

/// Nodes do not touch, unless that would take more than three times the room.
void place_by_links(const topo::Topology& topology, NetworkLayout& layout) {
    constexpr double kApart = 0.7, kMost = 3;
    layout.places = stress_places(topology);
    scale(layout.places, std::clamp(kApart / spread_of(layout.places).nearest, 1.0, kMost));
}

bool runs_over_a_node(topo::NodeId from, topo::NodeId to, const std::vector<Place>& places) {
    const Place& a = places[static_cast<std::size_t>(from)];
    const Place& b = places[static_cast<std::size_t>(to)];
    for (const Place& node : places) {
        if (&node != &a && &node != &b && distance(node, a, b) < kNode) {
            return true;
        }
    }
    return false;
}

/// Draws the links as arcs of which is_arc(lower node, higher node) says so.
template <typename IsArc>
void bend(const topo::Topology& topology, NetworkLayout& layout, IsArc is_arc) {
    topo::for_each_channel(topology, [&](topo::NodeId from, auto /*port*/, const auto& to) {
        if (from < to.node && is_arc(from, to.node)) {
            layout.arcs.emplace(from, to.node);
        }
    });
}

void lay_out_grid(const topo::Grid& grid, NetworkLayout& layout) {
    const bool solid = grid.dimensions() == 3;
    solid ? place_planes(grid, layout) : place_grid(grid, layout);
    bend(grid, layout, [&](topo::NodeId from, topo::NodeId to) {
        const Place& end = layout.places[static_cast<std::size_t>(to)];
        return solid ? is_wrap(grid, from, to)
                     : distance(layout.places[static_cast<std::size_t>(from)], end) > 1.01;
    });
}

/// Links between the clusters are arcs.
void lay_out_clusters(const topo::Topology& topology, const topo::Topology& cluster,
                      const std::vector<Place>& at, NetworkLayout& layout) {
    const NetworkLayout one = lay_out(cluster);
    const topo::NodeId size = cluster.routers();
    place_clusters(one, at, layout);
    bend(topology, layout, [&](topo::NodeId from, topo::NodeId to) {
        return from / size != to / size || one.is_arc(from % size, to % size);
    });
}

/// A row per level, the roots on top: as far above each other that no link runs over the neighbours
/// of the routers at its ends.
void place_levels(const topo::FatTree& tree, NetworkLayout& layout) {
    constexpr double kUp = 1.6, kSlope = 0.35;
    std::vector<double> width(static_cast<std::size_t>(tree.levels()));  // routers of a level
    for (topo::RouterId router = 0; router < tree.routers(); ++router) {
        ++width[static_cast<std::size_t>(tree.level(router))];
    }
    std::vector<double> so_far(width.size());
    for (topo::RouterId router = 0; router < tree.routers(); ++router) {
        const auto row = static_cast<std::size_t>(tree.level(router));
        layout.places.push_back({(so_far[row]++ + 0.5) * width[0] / width[row], 0});
    }
    std::vector<double> step(width.size(), kUp);  // up to the level
    topo::for_each_link(tree, [&](topo::RouterId from, auto /*port*/, const auto& to) {
        const double aside = std::abs(layout.places[static_cast<std::size_t>(from)].x -
                                      layout.places[static_cast<std::size_t>(to.node)].x);
        double& up = step[static_cast<std::size_t>(tree.level(to.node))];
        up = std::max(up, kSlope * aside);
    });
    step[0] = 0;
    std::partial_sum(step.begin(), step.end(), step.begin());
    for (topo::RouterId router = 0; router < tree.routers(); ++router) {
        layout.places[static_cast<std::size_t>(router)].y =
            step[static_cast<std::size_t>(tree.level(router))];
    }
}

/// Groups as circles, on a circle.
void lay_out_groups(const topo::Dragonfly& network, NetworkLayout& layout) {
    constexpr double kGap = 1.5, kAbove = 0.4;
    NetworkLayout group, groups;
    place_circle(network.routers() / network.groups(), group);
    place_circle(network.groups(), groups);
    double across = 0;
    for (const Place& place : group.places) {
        across = std::max({across, place.x, place.y});
    }
    scale(groups.places, (across + kGap) / spread_of(groups.places).nearest);
    for (const Place& corner : groups.places) {
        for (const Place& place : group.places) {
            layout.places.push_back({corner.x + place.x, corner.y + place.y});
        }
        layout.captions.push_back({{corner.x + across / 2, corner.y + across + kAbove},
                                   "group " + std::to_string(layout.captions.size())});
    }
    if (network.routers() <= kMostStressed) {
        bend(network, layout, [&](topo::NodeId from, topo::NodeId to) {
            return runs_over_a_node(from, to, layout.places);
        });
    }
}

/// A network without an order of its own.
void lay_out_graph(const topo::Topology& topology, NetworkLayout& layout) {
    const auto* const custom = dynamic_cast<const topo::Custom*>(&topology);
    const bool placed = custom != nullptr && !custom->places().empty();
    const std::set<std::string> round = {"ring", "chordal_ring", "complete"};
    if (custom != nullptr) {
        layout.names = custom->names();
    }
    if (placed) {
        place_custom(*custom, layout);
    } else if (round.count(topology.kind()) != 0 || topology.routers() > kMostStressed) {
        place_circle(topology.routers(), layout);
        return;
    } else {
        place_by_links(topology, layout);
    }
    if (topology.routers() <= kMostStressed) {
        bend(topology, layout, [&](topo::NodeId from, topo::NodeId to) {
            return runs_over_a_node(from, to, layout.places);
        });
    }
}

}  // namespace

NetworkLayout lay_out(const topo::Topology& topology) {
    NetworkLayout layout;
    if (const auto* grid = dynamic_cast<const topo::Grid*>(&topology)) {
        lay_out_grid(*grid, layout);
    } else if (const auto* cube = dynamic_cast<const topo::Hypercube*>(&topology)) {
        layout.places = cube_places(cube->dimensions());
    } else if (const auto* clusters = dynamic_cast<const topo::Hierarchical*>(&topology)) {
        const auto* top = dynamic_cast<const topo::Hypercube*>(&clusters->top_network());
        lay_out_clusters(topology, clusters->cluster_network(),
                         top != nullptr ? grid_of_bits(top->dimensions())
                                        : at_least_1_apart(lay_out(clusters->top_network()).places),
                         layout);
    } else if (const auto* cubic = dynamic_cast<const topo::HierarchicalCubic*>(&topology)) {
        const int n = cubic->dimensions();
        lay_out_clusters(topology, topo::Hypercube(n), grid_of_bits(n), layout);
    } else if (const auto* tree = dynamic_cast<const topo::FatTree*>(&topology)) {
        place_levels(*tree, layout);
    } else if (const auto* groups = dynamic_cast<const topo::Dragonfly*>(&topology)) {
        lay_out_groups(*groups, layout);
    } else {
        lay_out_graph(topology, layout);
    }
    move_to_origin(layout);
    for (const Place& place : layout.places) {
        layout.width = std::max(layout.width, place.x);
        layout.height = std::max(layout.height, place.y);
    }
    layout.height += layout.captions.empty() || !layout.planes.empty() ? 0 : 0.7;
    return layout;
}

}  // namespace flitscope::tb
