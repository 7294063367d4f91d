// Multicasts of one message to each destination: under every routing of unicasts, alike at levels.
#include <gtest/gtest.h>

#include "testbenches/drive/compare/crosscheck.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/drive/configuration/read_text.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

/// The first of these networks that the routing is for.
std::string network_for(const topo::RoutingEntry& routing) {
    for (const std::string network :
         {"kind: mesh, size: [4, 3]", "kind: hypercube, dimensions: 4",
          "kind: hierarchical_hypercube, dimensions: 4, cluster_dimensions: 2",
          "kind: fat_tree, radix: 2, levels: 3",
          "kind: dragonfly, routers_per_group: 2, global_links: 1, nodes_per_router: 2"}) {
        const ExperimentConfig config =
            parse_config("c.yaml", "topology: {" + network + "}\n", {}, ConfigUse::graph);
        const auto topology = topo::make_topology(config.topology.name, config.topology.options);
        try {
            routing.make(*topology, {});
            return network;
        } catch (const OptionError&) {
            continue;
        }
    }
    return "";
}

std::string separate(const std::string& network, const std::string& routing, int vcs) {
    return "topology: {" + network + "}\nrouting: {algorithm: " + routing +
           "}\nrouter: {virtual_channels: " + std::to_string(vcs) +
           ", vc_reuse: buffer_empty}\ntraffic: {load: 0.05, length: 4, multicast: {fraction: 0.3, "
           "algorithm: separate, destinations: 3}}\nmeasure: {warmup_messages: 0, max_cycles: "
           "600}\n";
}

TEST(SeparateMulticasts, WorkUnderEveryRouting) {
    for (const topo::RoutingEntry& routing : topo::routings()) {
        const std::string network = network_for(routing);
        if (routing.algorithm == "table") {
            continue;  // takes a file, and goes by node and destination or by input as others do
        }
        ASSERT_NE(network, "") << routing.algorithm;
        const ExperimentConfig config = read(separate(network, routing.algorithm, 4));
        SCOPED_TRACE(network + ", " + routing.algorithm);
        const BuiltNetwork built = make_network(config);
        const Result result = simulate(config, *built.network);
        EXPECT_GT(result[OperationKind::multicast].latency.count, 5);
        EXPECT_GT(result[LatencyKind::unicast].count, 5);
        const CrosscheckReport report = crosscheck(config, {"fast", "signal"});
        EXPECT_TRUE(report.equal()) << report.summary();
    }
}

/// Where they are unicasts, they need no VCs of their own, and go with what unicasts go with.
TEST(SeparateMulticasts, AreUnicastsUnderRoutingsThatLookAtMoreThanTheDestination) {
    const std::string cube = "kind: hypercube, dimensions: 3";
    EXPECT_EQ(refusal_of(separate(cube, "random_minimal", 1)), "(accepted)");
    EXPECT_EQ(refusal_of(separate(cube, "duato", 2) + "faults: []\n"), "(accepted)");
    EXPECT_THAT(refusal_of(separate(cube, "ecube", 1)),
                testing::HasSubstr("which need separate VCs"));
    const auto warnings =
        read(separate(cube, "random_minimal", 1) + "header: {addresses_per_flit: 2}\n").warnings;
    EXPECT_THAT(warnings, testing::Contains(testing::HasSubstr("no message has a header")));
}

}  // namespace
}  // namespace flitscope::tb
