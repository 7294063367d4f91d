#include "testbenches/program/network_layout/network_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "testbenches/tests/support/temporary_folder.h"
#include "topologies/channels.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

using Place = NetworkLayout::Place;

constexpr double kNode = 0.25;  ///< radius

double distance(Place a, Place b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// From a node to a straight line.
double distance(Place node, Place from, Place to) {
    const double length = distance(from, to);
    const double share =
        ((node.x - from.x) * (to.x - from.x) + (node.y - from.y) * (to.y - from.y)) /
        (length * length);
    const double at = std::clamp(share, 0.0, 1.0);
    return distance(node, {from.x + at * (to.x - from.x), from.y + at * (to.y - from.y)});
}

void expect_nothing_overlaps(const topo::Topology& topology) {
    const NetworkLayout layout = lay_out(topology);
    ASSERT_EQ(layout.places.size(), static_cast<std::size_t>(topology.routers()));
    for (std::size_t a = 0; a < layout.places.size(); ++a) {
        const Place& place = layout.places[a];
        EXPECT_TRUE(place.x >= 0 && place.x <= layout.width) << a;
        EXPECT_TRUE(place.y >= 0 && place.y <= layout.height) << a;
        for (std::size_t b = 0; b < a; ++b) {
            EXPECT_GT(distance(place, layout.places[b]), 2 * kNode) << b << " and " << a;
        }
    }
    topo::for_each_channel(topology, [&](auto from, auto /*port*/, const auto& to) {
        const Place a = layout.places[static_cast<std::size_t>(from)];
        const Place b = layout.places[static_cast<std::size_t>(to.node)];
        for (topo::NodeId node = 0; node < topology.routers(); ++node) {
            if (node != from && node != to.node && !layout.is_arc(from, to.node)) {
                EXPECT_GT(distance(layout.places[static_cast<std::size_t>(node)], a, b), kNode)
                    << topology.kind() << ": " << from << " to " << to.node << " over " << node;
            }
        }
    });
}

TEST(NetworkLayout, KeepsLinksOffNodes) {
    using Sizes = std::vector<std::int64_t>;
    for (const Sizes& size :
         {Sizes{5}, Sizes{4, 3}, Sizes{1, 6}, Sizes{3, 4, 5}, Sizes{2, 2, 2}, Sizes{2, 3, 2, 3}}) {
        expect_nothing_overlaps(*topo::make_topology("mesh", {{"size", size}}));
    }
    for (const Sizes& size : {Sizes{5}, Sizes{4, 3}, Sizes{3, 4, 5}}) {
        expect_nothing_overlaps(*topo::make_topology("torus", {{"size", size}}));
    }
    for (std::int64_t n = 1; n <= 4; ++n) {
        expect_nothing_overlaps(*topo::make_topology("hypercube", {{"dimensions", n}}));
    }
    for (const std::int64_t cluster : {1, 2, 3}) {
        expect_nothing_overlaps(*topo::make_topology(
            "hierarchical_hypercube",
            {{"cluster_dimensions", cluster}, {"dimensions", std::int64_t{6}}}));
        expect_nothing_overlaps(
            *topo::make_topology("hierarchical_cubic", {{"dimensions", cluster}}));
    }
    expect_nothing_overlaps(*topo::make_topology("ring", {{"nodes", std::int64_t{9}}}));
    expect_nothing_overlaps(*topo::make_topology("complete", {{"nodes", std::int64_t{7}}}));
}

TEST(NetworkLayout, KeepsLinksOffRoutersWithSeveralNodesOrNone) {
    const auto network = [](const std::string& kind, const Options& options) {
        expect_nothing_overlaps(*topo::make_topology(kind, options));
    };
    const auto number = [](std::int64_t value) { return value; };
    network("concentrated_mesh", {{"size", std::vector<std::int64_t>{5, 4}},
                                  {"concentration", number(4)},
                                  {"express", std::string("true")}});
    for (const std::int64_t dimensions : {1, 2, 3}) {
        network("flattened_butterfly",
                {{"radix", number(4)}, {"dimensions", dimensions}, {"concentration", number(4)}});
    }
    for (const char* const kind : {"fat_tree", "tree"}) {
        for (const std::int64_t levels : {1, 2, 3}) {
            network(kind, {{"radix", number(3)}, {"levels", levels}});
        }
    }
    network("dragonfly", {{"routers_per_group", number(4)},
                          {"global_links", number(2)},
                          {"nodes_per_router", number(2)}});
}

TEST(NetworkLayout, PutsPlanesAboveEachOtherWithUprightLinksBetween) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 3, 2}}});
    const NetworkLayout layout = lay_out(*mesh);
    const auto at = [&](const std::vector<int>& coordinates) {
        return layout.places[static_cast<std::size_t>(mesh->router_at(coordinates))];
    };
    EXPECT_GT(at({1, 0, 0}).x, at({0, 0, 0}).x);
    EXPECT_GT(at({0, 1, 0}).y, at({0, 0, 0}).y);
    EXPECT_GT(at({0, 0, 1}).y, at({0, 2, 0}).y) << "planes apart";
    for (topo::NodeId node = 0; node < 12; ++node) {
        const auto lower = static_cast<std::size_t>(node);
        EXPECT_NEAR(layout.places[lower].x, layout.places[lower + 12].x, 1e-9);
        EXPECT_EQ(layout.depth[lower], mesh->coordinates(node)[1] / 2.0);
    }
    EXPECT_TRUE(layout.arcs.empty());
    EXPECT_EQ(layout.planes.size(), 2U);
    ASSERT_EQ(layout.captions.size(), 2U);
    EXPECT_EQ(layout.captions[1].text, "z = 1");
}

TEST(NetworkLayout, DrawsTheLinkThatClosesARowAsAnArc) {
    const auto torus = topo::make_topology("torus", {{"size", std::vector<std::int64_t>{4, 3, 3}}});
    const NetworkLayout layout = lay_out(*torus);
    EXPECT_EQ(layout.arcs.size(), 9U + 12 + 12);
    EXPECT_TRUE(layout.is_arc(3, 0));
    EXPECT_FALSE(layout.is_arc(0, 1));
}

std::unique_ptr<topo::Topology> network_of(const std::string& yaml) {
    const GivenFile file("network.yaml", yaml);
    return topo::make_topology("custom", {{"file", file.path()}});
}

TEST(NetworkLayout, DrawsANetworkFromAFileAsItIsLaidOut) {
    const auto network = network_of(
        "nodes: [{name: a, at: [10, 10]}, {name: b, at: [20, 10]}, {name: c, at: [30, 10]}, "
        "{name: d, at: [30, -10]}]\nlinks: [[a, b], [b, c], [a, c], [c, d]]");
    const NetworkLayout layout = lay_out(*network);
    EXPECT_EQ(layout.names, (std::vector<std::string>{"a", "b", "c", "d"}));
    const std::vector<Place> expected = {{0, 2.4}, {1.2, 2.4}, {2.4, 2.4}, {2.4, 0}};
    for (std::size_t node = 0; node < 4; ++node) {
        EXPECT_NEAR(layout.places[node].x, expected[node].x, 1e-9) << node;
        EXPECT_NEAR(layout.places[node].y, expected[node].y, 1e-9) << node;
    }
    EXPECT_EQ(layout.arcs, (std::set<std::pair<topo::NodeId, topo::NodeId>>{{0, 2}}));
}

TEST(NetworkLayout, UnfoldsANetworkFromAFileWithoutPlaces) {
    std::string links = "links:\n";  // a mesh of 8 by 8, numbered in a scrambled order
    const auto id = [](int x, int y) { return std::to_string((x + 8 * y) * 37 % 64); };
    for (int x = 0; x < 8; ++x) {
        for (int y = 0; y < 8; ++y) {
            links += x < 7 ? "  - [" + id(x, y) + ", " + id(x + 1, y) + "]\n" : "";
            links += y < 7 ? "  - [" + id(x, y) + ", " + id(x, y + 1) + "]\n" : "";
        }
    }
    const auto mesh = network_of(links);
    expect_nothing_overlaps(*mesh);
    const NetworkLayout layout = lay_out(*mesh);
    topo::for_each_channel(*mesh, [&](auto from, auto /*port*/, const auto& to) {
        EXPECT_LT(distance(layout.places[static_cast<std::size_t>(from)],
                           layout.places[static_cast<std::size_t>(to.node)]),
                  2);
    });
    EXPECT_TRUE(layout.arcs.empty());
    EXPECT_EQ(lay_out(*mesh).places[5].x, layout.places[5].x) << "the same each time";
}

TEST(NetworkLayout, KeepsNodesApartThatLinksDoNotTellApart) {
    expect_nothing_overlaps(*network_of("links: [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]]"));
    expect_nothing_overlaps(*network_of("nodes: 1\nlinks: []"));
    expect_nothing_overlaps(*topo::make_topology("hypertree", {{"levels", std::int64_t{4}}}));
    expect_nothing_overlaps(
        *topo::make_topology("cube_connected_cycles", {{"dimensions", std::int64_t{3}}}));
}

TEST(NetworkLayout, PutsClustersBesideEachOther) {
    const NetworkLayout layout = lay_out(*topo::make_topology(
        "hierarchical_hypercube",
        {{"cluster_dimensions", std::int64_t{3}}, {"dimensions", std::int64_t{5}}}));
    for (std::size_t a = 0; a < 32; ++a) {
        for (std::size_t b = 0; b < 32; ++b) {
            if (a / 8 != b / 8 && a % 8 == b % 8) {  // alike in their clusters
                EXPECT_GT(distance(layout.places[a], layout.places[b]), 2);
            }
        }
    }
}

TEST(NetworkLayout, PutsClustersWhereTheTopHasItsNodes) {
    const auto part = [](const char* kind, const Options& options) -> Options::Value {
        return std::make_shared<const PartConfig>(PartConfig{kind, options});
    };
    const auto mesh = part("mesh", {{"size", std::vector<std::int64_t>{4, 3}}});
    for (const Options::Value& top : {part("ring", {{"nodes", std::int64_t{5}}}),
                                      part("mesh", {{"size", std::vector<std::int64_t>{3, 2}}}),
                                      part("hypertree", {{"levels", std::int64_t{3}}})}) {
        const auto network = topo::make_topology("hierarchical", {{"cluster", mesh}, {"top", top}});
        expect_nothing_overlaps(*network);
        const NetworkLayout layout = lay_out(*network);
        for (std::size_t a = 0; a < layout.places.size(); ++a) {
            for (std::size_t b = 0; b < layout.places.size(); ++b) {
                if (a / 12 != b / 12) {
                    EXPECT_GT(distance(layout.places[a], layout.places[b]), 1.9);
                }
            }
        }
        EXPECT_EQ(layout.captions.back().text,
                  "cluster " + std::to_string(network->routers() / 12 - 1));
        EXPECT_FALSE(layout.is_arc(0, 1));
        EXPECT_TRUE(layout.is_arc(0, 12));
    }
}

TEST(NetworkLayout, NamesClustersAboveThem) {
    const NetworkLayout layout = lay_out(*topo::make_topology(
        "hierarchical_hypercube",
        {{"cluster_dimensions", std::int64_t{2}}, {"dimensions", std::int64_t{5}}}));
    ASSERT_EQ(layout.captions.size(), 8U);
    for (std::size_t cluster = 0; cluster < 8; ++cluster) {
        const NetworkLayout::Caption& caption = layout.captions[cluster];
        EXPECT_EQ(caption.text, "cluster " + std::to_string(cluster));
        double left = layout.width, right = 0, top = 0;
        for (std::size_t local = 0; local < 4; ++local) {
            const Place place = layout.places[4 * cluster + local];
            left = std::min(left, place.x);
            right = std::max(right, place.x);
            top = std::max(top, place.y);
        }
        EXPECT_NEAR(caption.place.x, (left + right) / 2, 1e-9);
        EXPECT_GT(caption.place.y, top + kNode);
        EXPECT_LT(caption.place.y, top + 1);
    }
}

TEST(NetworkLayout, DrawsNodesOfLargeCubesApart) {
    const NetworkLayout layout =
        lay_out(*topo::make_topology("hypercube", {{"dimensions", std::int64_t{7}}}));
    for (std::size_t a = 0; a < layout.places.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            EXPECT_GT(distance(layout.places[a], layout.places[b]), 2 * kNode) << b << ", " << a;
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
