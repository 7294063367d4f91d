// Runs on networks whose nodes are not their routers.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/tests/support/scripted_client.h"

namespace flitscope::tb {
namespace {

const std::string kConcentrated =
    "topology: {kind: concentrated_mesh, size: [3, 2], concentration: 3}\n";

const std::string kTree = "topology: {kind: fat_tree, radix: 3, levels: 2}\n";

nlohmann::ordered_json run(const std::string& rest, const std::string& topology = kConcentrated) {
    const ExperimentConfig config = parse_config("c.yaml", topology + rest);
    const BuiltNetwork built = make_network(config);
    return simulate(config, *built.network).to_json();
}

/// One message after the other between all pairs, a node's own included: a message between nodes of
/// one router takes no channel.
void expect_zero_load_times(const std::string& text) {
    SCOPED_TRACE(text);
    constexpr std::uint32_t kFlits = 4;
    const BuiltNetwork built = make_network(parse_config("c.yaml", text));
    const topo::Topology& topology = *built.topology;
    std::vector<rtl::Message> messages;
    for (topo::NodeId from = 0; from < topology.nodes(); ++from) {
        for (topo::NodeId to = 0; to < topology.nodes(); ++to) {
            rtl::Message message;
            message.id = messages.size();
            message.source = from;
            message.destination = to;
            message.length = kFlits;
            message.generated = 200 * static_cast<rtl::Cycle>(messages.size());
            messages.push_back(message);
        }
    }
    ScriptedClient client(messages);
    built.network->run(client);
    ASSERT_EQ(client.deliveries.size(), messages.size());
    for (const rtl::Delivery& delivery : client.deliveries) {
        const rtl::Message& message = delivery.message;
        const int hops = topology.distance(topology.place(message.source).router,
                                           topology.place(message.destination).router);
        ASSERT_EQ(delivery.hops, hops) << message.source << " to " << message.destination;
        // Three stages in each router, one cycle on each link.
        ASSERT_EQ(delivery.delivered - message.generated, 3 * (hops + 1) + hops + kFlits - 1);
    }
}

TEST(NodesApart, EveryMessageTakesTheHopsAndCyclesBetweenItsRouters) {
    expect_zero_load_times(kConcentrated);
    expect_zero_load_times(
        "topology: {kind: flattened_butterfly, radix: 3, dimensions: 2, concentration: 2}\n");
    expect_zero_load_times("topology: {kind: fat_tree, radix: 2, levels: 3}\n");
    expect_zero_load_times("topology: {kind: tree, radix: 3, levels: 2}\n");
}

TEST(NodesApart, CountersOfPortsAndChannelsAddUp) {
    const auto json =
        run("traffic: {load: 0.2}\nmeasure: {per_channel: true, per_node: true, max_cycles: 20000, "
            "warmup_messages: 500}\n");
    ASSERT_EQ(json["nodes"].size(), 18U);
    const double cycles = json["cycles"]["measured"];
    double by_port = 0, by_node = 0, links = 0;
    for (const auto& entry : json["channels"]) {
        for (const auto& each : entry["per_channel"]) {
            const double flits = cycles * each["utilisation"].get<double>();
            if (entry["class"] == "ejection") {
                const int node = each["node"];
                EXPECT_EQ(each["port"], 4 + node % 3);
                EXPECT_NEAR(flits, cycles * json["nodes"][node]["accepted"].get<double>(), 0.01);
                by_port += flits;
            } else if (entry["class"] != "injection") {
                links += flits;
                EXPECT_LT(each["to"], 6) << "a router";
            }
        }
    }
    for (const auto& node : json["nodes"]) {
        by_node += cycles * node["accepted"].get<double>();
    }
    EXPECT_NEAR(by_port, by_node, 0.1);
    EXPECT_NEAR(by_port, 18 * cycles * json["throughput"]["accepted"].get<double>(), 0.1);
    EXPECT_NEAR(links / by_port, json["hops"]["mean"].get<double>(), 0.02);
    EXPECT_EQ(json["state"], "stable");
}

TEST(NodesApart, CollectivesEndWithWhatEveryNodeShouldHave) {
    for (const std::string each :
         {"kind: all_to_all, algorithm: pairwise", "kind: all_to_all, algorithm: ring",
          "kind: all_to_all, algorithm: dissemination", "kind: all_reduce, algorithm: ring",
          "kind: all_reduce, algorithm: tree", "kind: gather, algorithm: tree, root: 7",
          "kind: barrier, algorithm: dissemination"}) {
        for (const std::string& topology : {kConcentrated, kTree}) {
            SCOPED_TRACE(topology + each);
            const auto json = run("traffic: {arrivals: once, collective: {fraction: 1, " + each +
                                      "}}\nmeasure: {warmup_messages: 0}\n",
                                  topology);
            EXPECT_EQ(json["collective"]["operations"], 1);
            EXPECT_EQ(json["collective"]["wrong_results"], 0);
            EXPECT_LE(json["collective"]["lower_bound"], json["collective"]["makespan"]);
        }
    }
}

TEST(NodesApart, BroadcastsReachAllOtherNodes) {
    for (const std::string algorithm : {"separate", "binomial"}) {
        const auto json =
            run("traffic: {arrivals: once, broadcast: {fraction: 1, algorithm: " + algorithm +
                "}}\nmeasure: {warmup_messages: 0}\n");
        EXPECT_EQ(json["latency"]["broadcast"]["count"], 18) << algorithm;
        EXPECT_EQ(json["messages"]["delivered"], 18 * 17) << algorithm;
    }
}

TEST(NodesApart, SeparateMulticastsAreUnicasts) {
    const auto json =
        run("traffic: {arrivals: once, multicast: {fraction: 1, algorithm: separate, destinations: "
            "5}}\n"
            "measure: {warmup_messages: 0}\n");
    EXPECT_EQ(json["latency"]["multicast"]["count"], 18);
    EXPECT_EQ(json["messages"]["delivered"], 18 * 5);
}

TEST(NodesApart, ADeadRouterTakesItsNodesWithIt) {
    const auto json = run(
        "traffic: {load: 0.1}\nrouting: {algorithm: up_down}\nfaults: [{node: 5, at: 2000, "
        "mode: abrupt}]\nmeasure: {per_node: true, max_cycles: 20000, warmup_messages: 2000}\n");
    EXPECT_GT(json["messages"]["unreachable"], 0);
    for (int node = 0; node < 18; ++node) {
        EXPECT_EQ(json["nodes"][node]["accepted"] == 0, node >= 15) << node;
    }
}

}  // namespace
}  // namespace flitscope::tb
