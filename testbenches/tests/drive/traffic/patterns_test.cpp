#include <gtest/gtest.h>

#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/tests/drive/traffic/statistics_checks.h"
#include "topologies/registry.h"
#include "topologies/ring.h"

namespace flitscope::tb {
namespace {

using topo::NodeId;

std::unique_ptr<topo::Topology> mesh(std::vector<std::int64_t> size) {
    return topo::find_topology("mesh").make({{"size", std::move(size)}});
}

std::unique_ptr<topo::Topology> cube(std::int64_t dimensions) {
    return topo::find_topology("hypercube").make({{"dimensions", dimensions}});
}

/// Mesh with `concentration` nodes at every router.
std::unique_ptr<topo::Topology> concentrated(std::vector<std::int64_t> size,
                                             std::int64_t concentration) {
    return topo::make_topology("concentrated_mesh",
                               {{"size", std::move(size)}, {"concentration", concentration}});
}

/// Ring of four routers, with two nodes at each of the first two.
struct HalfEmptyRing : topo::Ring {
    HalfEmptyRing() : Ring(4) { place_nodes(topo::NodePlacement(2, 2)); }
};

/// Partner of every node; the node itself where it generates nothing.
std::vector<NodeId> partners(const std::string& name, const topo::Topology& topology) {
    const auto pattern = find_pattern(name).make(topology, {});
    std::vector<NodeId> partners;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        partners.push_back(pattern->generates(node) ? pattern->destination(node, 12345) : node);
        EXPECT_EQ(pattern->generates(node), partners.back() != node);
    }
    return partners;
}

std::string refusal(const std::string& name, const topo::Topology& topology,
                    const Options& options = {}) {
    try {
        find_pattern(name).make(topology, options);
        return "";
    } catch (const OptionError& error) {
        return error.key();
    }
}

TEST(Patterns, AreDefinedOnAddressBits) {
    using Nodes = std::vector<NodeId>;
    EXPECT_EQ(partners("bit_complement", *cube(3)), (Nodes{7, 6, 5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(partners("bit_reverse", *cube(3)), (Nodes{0, 4, 2, 6, 1, 5, 3, 7}));
    EXPECT_EQ(partners("shuffle", *cube(3)), (Nodes{0, 2, 4, 6, 1, 3, 5, 7}));
    EXPECT_EQ(partners("transpose", *cube(4)),
              (Nodes{0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15}));
    EXPECT_EQ(partners("bit_complement", *mesh({3, 2})), (Nodes{5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(partners("shuffle", *mesh({4, 2})), partners("shuffle", *cube(3)));
}

TEST(Patterns, AreDefinedOnCoordinates) {
    const std::vector<std::vector<std::int64_t>> sizes = {{4, 4}, {5, 5},    {3, 4},
                                                          {7},    {2, 3, 4}, {4, 3, 2, 5}};
    for (const auto& size : sizes) {
        const auto grid = mesh(size);
        const auto neighbor = partners("neighbor", *grid);
        const auto tornado = partners("tornado", *grid);
        for (NodeId node = 0; node < grid->nodes(); ++node) {
            std::vector<int> next, half;
            const std::vector<int> x = grid->coordinates(node);
            for (std::size_t i = 0; i < size.size(); ++i) {
                const int n = static_cast<int>(size[i]);
                next.push_back((x[i] + 1) % n);
                half.push_back((x[i] + (n + 1) / 2 - 1) % n);
            }
            ASSERT_EQ(grid->coordinates(neighbor[static_cast<std::size_t>(node)]), next);
            ASSERT_EQ(grid->coordinates(tornado[static_cast<std::size_t>(node)]), half);
        }
    }
    const auto square = mesh({5, 5});
    const auto transpose = partners("transpose", *square);
    for (NodeId node = 0; node < square->nodes(); ++node) {
        EXPECT_EQ(transpose[static_cast<std::size_t>(node)], node % 5 * 5 + node / 5);
    }
    EXPECT_EQ(partners("neighbor", *cube(4)), partners("bit_complement", *cube(4)));
}

TEST(Patterns, OfCoordinatesMoveTheRouterAndKeepThePlaceAtIt) {
    using Nodes = std::vector<NodeId>;
    EXPECT_EQ(partners("neighbor", *concentrated({3}, 2)), (Nodes{2, 3, 4, 5, 0, 1}));
    EXPECT_EQ(partners("transpose", *concentrated({2, 2}, 3)),
              (Nodes{0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11}));
    EXPECT_EQ(partners("tornado", *concentrated({5}, 2)), (Nodes{4, 5, 6, 7, 8, 9, 0, 1, 2, 3}));
    EXPECT_EQ(partners("tornado", *concentrated({3, 2}, 2)),  // one along x, none along y
              (Nodes{2, 3, 4, 5, 0, 1, 8, 9, 10, 11, 6, 7}));
    EXPECT_EQ(refusal("transpose", *concentrated({4, 2}, 2)), "pattern");
}

TEST(Patterns, OfBitsUseThoseOfTheNode) {
    using Nodes = std::vector<NodeId>;
    EXPECT_EQ(partners("bit_complement", *concentrated({2}, 3)), (Nodes{5, 4, 3, 2, 1, 0}));
    for (const char* const name : {"bit_reverse", "shuffle"}) {
        EXPECT_EQ(partners(name, *concentrated({4}, 2)), partners(name, *cube(3))) << name;
        EXPECT_EQ(refusal(name, *concentrated({4}, 3)), "pattern") << name;
    }
}

TEST(Patterns, TakeNodesForOneDimensionWhereRoutersHaveNone) {
    const HalfEmptyRing ring;
    EXPECT_EQ(partners("neighbor", ring), (std::vector<NodeId>{1, 2, 3, 0}));
    EXPECT_EQ(partners("transpose", ring), (std::vector<NodeId>{0, 2, 1, 3}));
    EXPECT_EQ(refusal("next_group", ring), "pattern");
    EXPECT_EQ(refusal("cluster_local", ring, {{"alpha", 0.5}}), "pattern");
}

TEST(Patterns, RefuseTopologiesThatDoNotFit) {
    EXPECT_EQ(refusal("transpose", *mesh({4, 8})), "pattern");
    EXPECT_EQ(refusal("transpose", *cube(3)), "pattern");
    EXPECT_EQ(refusal("transpose", *mesh({3, 3, 3})), "pattern");
    EXPECT_EQ(refusal("transpose", *mesh({4, 4, 4})), "");
    EXPECT_EQ(refusal("bit_reverse", *mesh({3, 3})), "pattern");
    EXPECT_EQ(refusal("shuffle", *mesh({6, 2})), "pattern");
    EXPECT_EQ(refusal("tornado", *cube(4)), "pattern") << "every node's partner is itself";
    EXPECT_EQ(refusal("tornado", *mesh({4, 2})), "");
    for (const PatternEntry& entry : patterns()) {
        const Options options{{"nodes", std::vector<std::int64_t>{0}}, {"alpha", 0.5}};
        EXPECT_EQ(refusal(entry.name, *mesh({1}), options), entry.name == "none" ? "" : "pattern")
            << entry.name;
    }
}

std::vector<double> drawn(const TrafficPattern& pattern, NodeId nodes, NodeId source, int draws) {
    const RandomNumbers numbers(9, RandomPurpose::destination);
    std::vector<double> counts(static_cast<std::size_t>(nodes));
    for (int i = 0; i < draws; ++i) {
        const NodeId to =
            pattern.destination(source, numbers.at(source, static_cast<std::uint64_t>(i)));
        ++counts[static_cast<std::size_t>(to)];
    }
    return counts;
}

void expect_shares(std::vector<double> counts, std::vector<double> shares, NodeId source) {
    const auto self = static_cast<std::ptrdiff_t>(source);
    EXPECT_EQ(counts[static_cast<std::size_t>(source)], 0) << "sent to itself";
    counts.erase(counts.begin() + self);
    shares.erase(shares.begin() + self);
    double draws = 0;
    for (const double count : counts) {
        draws += count;
    }
    for (double& share : shares) {
        share *= draws;
    }
    EXPECT_LT(std::abs(chi_square_z(counts, shares)), 5) << "source " << source;
}

TEST(Patterns, UniformReachesAllOthersAlikeAndNeverItself) {
    const auto grid = mesh({5, 3});
    const auto pattern = find_pattern("uniform").make(*grid, {});
    for (const NodeId source : {0, 7, 14}) {
        expect_shares(drawn(*pattern, 15, source, 14000), std::vector<double>(15, 1.0 / 14),
                      source);
    }
}

TEST(Patterns, HotspotSendsItsFractionToTheHotNodes) {
    const auto grid = mesh({4, 4});
    const Options options{{"nodes", std::vector<std::int64_t>{9, 2}}, {"fraction", 0.3}};
    const auto pattern = find_pattern("hotspot").make(*grid, options);
    const double uniform = 0.7 / 15;
    std::vector<double> shares(16, uniform);
    shares[2] = shares[9] = uniform + 0.15;
    expect_shares(drawn(*pattern, 16, 5, 15000), shares, 5);
    // A hot node chooses among the other hot ones.
    shares.assign(16, uniform);
    shares[9] = uniform + 0.3;
    expect_shares(drawn(*pattern, 16, 2, 15000), shares, 2);
    // The only hot node sends uniformly.
    const auto one = find_pattern("hotspot").make(*grid, {{"nodes", std::vector<std::int64_t>{3}}});
    expect_shares(drawn(*one, 16, 3, 15000), std::vector<double>(16, 1.0 / 15), 3);
}

TEST(Patterns, HotspotRefusesWrongNodes) {
    using List = std::vector<std::int64_t>;
    const auto grid = mesh({4, 4});
    EXPECT_EQ(refusal("hotspot", *grid, {{"nodes", List{16}}}), "nodes");
    EXPECT_EQ(refusal("hotspot", *grid, {{"nodes", List{1, 1}}}), "nodes");
    EXPECT_EQ(refusal("hotspot", *grid, {{"nodes", List{}}}), "nodes");
    EXPECT_EQ(refusal("hotspot", *grid), "nodes");
}

TEST(Patterns, HopDistributionsDrawTheDistanceAndThenAnyNodeThere) {
    const int n = 4;
    const auto network = cube(n);
    const std::vector<double> nodes_at{1, 4, 6, 4, 1};  // C(4, k)
    const auto shares_of = [&](const std::vector<double>& p, NodeId source) {
        std::vector<double> shares;
        for (NodeId node = 0; node < network->nodes(); ++node) {
            const auto hops = static_cast<std::size_t>(network->distance(source, node));
            shares.push_back(hops == 0 ? 0 : p[hops - 1] / nodes_at[hops]);
        }
        return shares;
    };
    const std::vector<double> given{0.1, 0.2, 0.3, 0.4};
    const auto drawn_so = find_pattern("hop_distribution").make(*network, {{"p", given}});
    expect_shares(drawn(*drawn_so, 16, 5, 20000), shares_of(given, 5), 5);
    const auto spherical = find_pattern("spherical").make(*network, {});
    expect_shares(drawn(*spherical, 16, 9, 20000), shares_of({0.25, 0.25, 0.25, 0.25}, 9), 9);
    const auto halving = find_pattern("spherical").make(*network, {{"law", "halving"}});
    const std::vector<double> halves{8.0 / 15, 4.0 / 15, 2.0 / 15, 1.0 / 15};
    expect_shares(drawn(*halving, 16, 9, 20000), shares_of(halves, 9), 9);
    std::vector<double> said(16, 0);
    EXPECT_TRUE(halving->shares(9, said));
    EXPECT_NEAR(said[8], halves[0] / 4, 1e-12);
    EXPECT_NEAR(said[6], halves[3], 1e-12);
    // Probability 1 for two hops: nobody else is ever drawn.
    const auto two =
        find_pattern("hop_distribution").make(*network, {{"p", std::vector<double>{0, 1, 0, 0}}});
    for (const std::uint64_t bits : {std::uint64_t{0}, ~std::uint64_t{0}, std::uint64_t{1} << 63}) {
        EXPECT_EQ(network->distance(3, two->destination(3, bits)), 2);
    }
}

TEST(Patterns, HopDistributionsAreForCubesAndSumToOne) {
    using List = std::vector<double>;
    EXPECT_EQ(refusal("hop_distribution", *cube(3), {{"p", List{0.5, 0.5}}}), "");
    EXPECT_EQ(refusal("hop_distribution", *cube(3), {{"p", List{0.5, 0.4}}}), "p");
    EXPECT_EQ(refusal("hop_distribution", *cube(3), {{"p", List{0.25, 0.25, 0.25, 0.25}}}), "p");
    EXPECT_EQ(refusal("hop_distribution", *cube(3)), "p");
    EXPECT_EQ(refusal("hop_distribution", *mesh({2, 2}), {{"p", List{1}}}), "pattern");
    EXPECT_EQ(refusal("spherical", *mesh({2, 2})), "pattern");
}

TEST(Patterns, ClusterLocalKeepsItsShareInsideTheCluster) {
    const Options alpha{{"alpha", 0.7}};
    const auto expect_clusters = [&](const topo::Topology& network, const Options& options,
                                     NodeId size, NodeId source) {
        const NodeId nodes = network.nodes();
        std::vector<double> shares;
        for (NodeId node = 0; node < nodes; ++node) {
            shares.push_back(node == source                 ? 0
                             : node / size == source / size ? 0.7 / (size - 1)
                                                            : 0.3 / (nodes - size));
        }
        const auto pattern = find_pattern("cluster_local").make(network, options);
        expect_shares(drawn(*pattern, nodes, source, 30000), shares, source);
    };
    const auto hierarchical = topo::make_topology(
        "hierarchical_hypercube",
        {{"cluster_dimensions", std::int64_t{2}}, {"dimensions", std::int64_t{4}}});
    expect_clusters(*hierarchical, alpha, 4, 6);
    expect_clusters(*hierarchical, alpha, 4, 0);
    expect_clusters(*cube(4), {{"alpha", 0.7}, {"cluster_dimensions", std::int64_t{3}}}, 8, 15);
    const auto cubic = topo::make_topology("hierarchical_cubic", {{"dimensions", std::int64_t{2}}});
    expect_clusters(*cubic, alpha, 4, 11);

    EXPECT_EQ(refusal("cluster_local", *hierarchical), "alpha");
    EXPECT_EQ(refusal("cluster_local", *cube(4), alpha), "cluster_dimensions");
    EXPECT_EQ(refusal("cluster_local", *mesh({4, 4}), alpha), "pattern");
    Options both = alpha;
    both.set("cluster_dimensions", std::int64_t{4});
    EXPECT_EQ(refusal("cluster_local", *cube(4), both), "cluster_dimensions");
    EXPECT_EQ(refusal("cluster_local", *hierarchical, both), "cluster_dimensions");
}

TEST(Patterns, ClusterLocalTakesTheNodesOfARouterForACluster) {
    const auto network = concentrated({2, 2}, 3);
    const auto pattern = find_pattern("cluster_local").make(*network, {{"alpha", 0.7}});
    std::vector<double> shares(12, 0.3 / 9);
    shares[3] = shares[5] = 0.35;
    expect_shares(drawn(*pattern, 12, 4, 20000), shares, 4);
}

/// `first`: of the `count` nodes of the next group.
void expect_next_group(const topo::Topology& network, NodeId source, NodeId first, NodeId count) {
    const auto pattern = find_pattern("next_group").make(network, {});
    std::vector<double> shares(static_cast<std::size_t>(network.nodes()), 0);
    std::fill_n(shares.begin() + first, count, 1.0 / count);
    std::vector<double> said(shares.size(), 0);
    EXPECT_TRUE(pattern->shares(source, said));
    EXPECT_EQ(said, shares);
    std::vector<double> counts = drawn(*pattern, network.nodes(), source, 6000);
    for (std::size_t node = 0; node < counts.size(); ++node) {
        EXPECT_NEAR(counts[node] / 6000, shares[node], 0.03) << source << " to " << node;
    }
}

TEST(Patterns, NextGroupSendsToAnyNodeOfTheGroupBehind) {
    const auto network = concentrated({2, 2}, 3);
    expect_next_group(*network, 0, 3, 3);
    expect_next_group(*network, 5, 6, 3);
    expect_next_group(*network, 11, 0, 3);
    const auto hierarchical = topo::make_topology(
        "hierarchical_hypercube",
        {{"cluster_dimensions", std::int64_t{2}}, {"dimensions", std::int64_t{4}}});
    expect_next_group(*hierarchical, 6, 8, 4);
    expect_next_group(*hierarchical, 15, 0, 4);
    expect_next_group(*mesh({3}), 2, 0, 1);
}

TEST(Patterns, NoneIsSilent) {
    const auto grid = mesh({3});
    const auto pattern = find_pattern("none").make(*grid, {});
    for (NodeId node = 0; node < 3; ++node) {
        EXPECT_FALSE(pattern->generates(node));
    }
}

}  // namespace
}  // namespace flitscope::tb
