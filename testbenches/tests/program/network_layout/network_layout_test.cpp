#include "testbenches/program/network_layout/network_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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
    ASSERT_EQ(layout.places.size(), static_cast<std::size_t>(topology.nodes()));
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
        for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
            if (node != from && node != to.node && distance(a, b) <= layout.longest_line) {
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

TEST(NetworkLayout, PutsYUpAndLayersSideBySide) {
    const auto mesh = topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3, 2, 2}}});
    const NetworkLayout layout = lay_out(*mesh);
    const auto at = [&](const std::vector<int>& coordinates) {
        return layout.places[static_cast<std::size_t>(mesh->node_at(coordinates))];
    };
    EXPECT_GT(at({0, 1, 0}).y, at({0, 0, 0}).y);
    EXPECT_GT(at({1, 0, 0}).x, at({0, 0, 0}).x);
    EXPECT_GT(at({0, 0, 1}).x, at({2, 0, 0}).x);
    ASSERT_EQ(layout.captions.size(), 2U);
    EXPECT_EQ(layout.captions[1].text, "z = 1");
}

TEST(NetworkLayout, PutsClustersBesideEachOther) {
    const NetworkLayout layout = lay_out(*topo::make_topology(
        "hierarchical_hypercube",
        {{"cluster_dimensions", std::int64_t{3}}, {"dimensions", std::int64_t{5}}}));
    for (std::size_t a = 0; a < 32; ++a) {
        for (std::size_t b = 0; b < 32; ++b) {
            if (a / 8 != b / 8 && a % 8 == b % 8) {  // alike in their clusters
                EXPECT_GT(distance(layout.places[a], layout.places[b]), layout.longest_line);
            }
        }
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
