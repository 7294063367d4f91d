// Capacities against what one counts by hand.
#include "testbenches/drive/run/capacity.h"

#include <gtest/gtest.h>

#include "common/mix64.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/traffic/registry.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

std::optional<Capacity> capacity(const std::string& yaml) {
    const ExperimentConfig config = parse_config("test.yaml", yaml);
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const auto routing = topo::make_routing(config.routing.name, *topology, config.routing.options);
    rtl::NetworkDescription network;
    network.topology = topology.get();
    network.routing = routing.get();
    network.router = config.router;
    for (const std::string& name : topology->link_classes()) {
        network.links.push_back(config.link_of(name));
    }
    return capacity_of(config.traffic, network);
}

double load(const std::string& yaml) {
    const auto found = capacity(yaml);
    EXPECT_TRUE(found) << yaml;
    return found ? found->load : 0;
}

TEST(Capacity, OfATransposeIsWhatTheTurningChannelCarries) {
    // On a k x k mesh k - 1 nodes of a row send through its corner channel.
    for (const int k : {3, 4, 8}) {
        const std::string size = std::to_string(k);
        EXPECT_DOUBLE_EQ(load("{topology: {kind: mesh, size: [" + size + ", " + size +
                              "]}, traffic: {pattern: transpose}}"),
                         1.0 / (k - 1));
    }
}

TEST(Capacity, OfUniformTrafficIsThatOfTheBisection) {
    // Each of the k channels across the middle of a k x k mesh carries a quarter of k^2 nodes'
    // messages times k^2 / (k^2 - 1), as no node sends to itself: 4 (k^2 - 1) / k^3.
    EXPECT_NEAR(load("{topology: {kind: mesh, size: [8, 8]}}"), 4.0 * 63 / 512, 1e-12);
    // A cube's channel of dimension d is taken by half of the messages of one node: 2 (N - 1) / N,
    // and the ejection port carries 1 at most, or 1 per channel.
    EXPECT_DOUBLE_EQ(load("{topology: {kind: hypercube, dimensions: 4}}"), 1);
    EXPECT_DOUBLE_EQ(load("{topology: {kind: hypercube, dimensions: 4}, router: {injection_ports: "
                          "all, ejection_ports: all}}"),
                     2.0 * 15 / 16);
}

TEST(Capacity, CountsPortsAndSlowLinks) {
    // 15 others send a fifth to node 5, and their share of the rest: 15 (0.2 + 0.8 / 15) = 3.8.
    const auto hot = capacity(
        "{topology: {kind: mesh, size: [4, 4]}, traffic: {pattern: hotspot, nodes: [5], fraction: "
        "0.2}}");
    ASSERT_TRUE(hot);
    EXPECT_DOUBLE_EQ(hot->load, 1 / 3.8);
    EXPECT_EQ(hot->link_class, "ejection");
    EXPECT_EQ(hot->node, 5);
    EXPECT_DOUBLE_EQ(
        load("{topology: {kind: mesh, size: [4, 4]}, link: {cycles_per_flit: 3}, traffic: "
             "{pattern: transpose}}"),
        1.0 / 9);
    EXPECT_DOUBLE_EQ(load("{topology: {kind: ring, nodes: 8}, traffic: {pattern: neighbor}}"), 1);
}

TEST(Capacity, CountsEveryNodeOfARouter) {
    const std::string two = "topology: {kind: concentrated_mesh, size: [2], concentration: 2}";
    // Both nodes of a router send two of three messages over its channel, or all.
    EXPECT_DOUBLE_EQ(load("{" + two + "}"), 0.75);
    EXPECT_DOUBLE_EQ(load("{" + two + ", traffic: {pattern: next_group}}"), 0.5);
    // All others send to node 1, one of them from the same router.
    const auto hot =
        capacity("{" + two + ", traffic: {pattern: hotspot, nodes: [1], fraction: 1}}");
    ASSERT_TRUE(hot);
    EXPECT_DOUBLE_EQ(hot->load, 1.0 / 3);
    EXPECT_EQ(hot->link_class, "ejection");
    EXPECT_EQ(hot->node, 1);
    const auto alone = capacity(
        "{topology: {kind: concentrated_mesh, size: [1], concentration: 4}, traffic: {pattern: "
        "hotspot, nodes: [3], fraction: 1}}");
    ASSERT_TRUE(alone);
    EXPECT_DOUBLE_EQ(alone->load, 1.0 / 3);
    EXPECT_EQ(alone->link_class, "ejection");
    EXPECT_EQ(alone->node, 3);
}

/// Kim, Dally, Scott and Abts 2008; Kim, Dally and Abts 2007: minimal routing leaves 1/(a h) and
/// 1/k where all nodes of a group send over one link.
TEST(Capacity, OfTrafficToTheNextGroupIsThatOfOneLink) {
    const std::string next = "}, routing: {algorithm: minimal}, traffic: {pattern: next_group}}";
    const auto dragonfly = capacity(
        "{topology: {kind: dragonfly, routers_per_group: 4, global_links: 2, nodes_per_router: 2" +
        next);
    ASSERT_TRUE(dragonfly);
    EXPECT_DOUBLE_EQ(dragonfly->load, 1.0 / 8);
    EXPECT_EQ(dragonfly->link_class, "global");
    EXPECT_DOUBLE_EQ(
        load("{topology: {kind: flattened_butterfly, radix: 4, dimensions: 1, concentration: 4}, "
             "traffic: {pattern: next_group}}"),
        1.0 / 4);
}

TEST(Capacity, IsNotGuessed) {
    const std::string mesh = "topology: {kind: mesh, size: [4, 4]}";
    EXPECT_FALSE(capacity("{" + mesh + ", routing: {algorithm: odd_even}}"));
    EXPECT_FALSE(capacity("{" + mesh + ", routing: {algorithm: valiant}}"));
    EXPECT_FALSE(capacity("{" + mesh + ", traffic: {pattern: request_reply}}"));
    EXPECT_FALSE(
        capacity("{" + mesh + ", traffic: {broadcast: {fraction: 0.1, algorithm: separate}}}"));
    EXPECT_FALSE(capacity("{topology: {kind: mesh, size: [64, 64]}}"));
}

/// Every pattern that says where its messages go says the truth: a million draws.
TEST(Capacity, SharesArePatternsProbabilities) {
    for (const std::string pattern :
         {"{pattern: uniform}", "{pattern: hotspot, nodes: [3, 9], fraction: 0.3}",
          "{pattern: cluster_local, alpha: 0.7, cluster_dimensions: 2}", "{pattern: spherical}",
          "{pattern: hop_distribution, p: [0.5, 0, 0.25, 0.25]}", "{pattern: bit_complement}",
          "{pattern: transpose}"}) {
        const ExperimentConfig config = parse_config(
            "test.yaml", "{topology: {kind: hypercube, dimensions: 4}, traffic: " + pattern + "}");
        const auto topology = topo::make_topology(config.topology.name, config.topology.options);
        const auto made = find_pattern(config.traffic.pattern.name)
                              .make(*topology, config.traffic.pattern.options);
        for (const topo::NodeId source : {0, 3}) {
            constexpr int kDraws = 100000;
            std::vector<double> shares(16, 0), drawn(16, 0);
            ASSERT_TRUE(made->shares(source, shares)) << pattern;
            for (int i = 0; i < kDraws; ++i) {
                const auto bits = mix64(static_cast<std::uint64_t>(i) + 1);
                drawn[static_cast<std::size_t>(made->destination(source, bits))] += 1.0 / kDraws;
            }
            for (std::size_t node = 0; node < 16; ++node) {
                EXPECT_NEAR(shares[node], drawn[node], 0.006) << pattern << " to " << node;
            }
        }
    }
}

}  // namespace
}  // namespace flitscope::tb
