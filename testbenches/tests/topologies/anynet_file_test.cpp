#include <gtest/gtest.h>

#include "testbenches/tests/topologies/file_refusal.h"
#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/custom.h"
#include "topologies/node_name.h"

namespace flitscope::topo {
namespace {

using tb::GivenFile;

std::unique_ptr<Topology> read_anynet_text(const std::string& text) {
    const GivenFile file("net_file", text);
    return make_topology("custom", {{"file", file.path()}});
}

std::string anynet_refusal(const std::string& text) {
    return file_refusal(GivenFile("net_file", text), [](const std::string& path) {
        make_topology("custom", {{"file", path}});
    });
}

std::string class_to(const Topology& network, RouterId from, PortId port) {
    return network.link_classes()[static_cast<std::size_t>(network.link_class(from, port))];
}

TEST(AnynetFile, GivesRoutersAndNodesInTheOrderOfTheirIds) {
    const auto net = read_anynet_text(
        "router 30 node 8 node 2 router 4\n\nnode 5 router 4\r\n  router 7\trouter 4 router 30\n");
    expect_consistent(*net);
    EXPECT_EQ(net->routers(), 3);
    EXPECT_EQ(net->router_name(1), "router7");
    EXPECT_EQ(net->nodes_at(1), 0);
    EXPECT_EQ(net->node_name(0), "node5");
    EXPECT_EQ(net->place(1), (NodePlace{2, 0}));
    EXPECT_EQ(net->node_name(1), "node2");
    EXPECT_EQ(parse_node(*net, "node8"), 2);
    EXPECT_EQ(net->link_classes(), std::vector<std::string>{"latency_1"});
    EXPECT_EQ(read_anynet_text("router 0 node 0 node 1")->nodes(), 2);
}

/// A latency is that of the channel from the first router; the one back has its own, or 1.
TEST(AnynetFile, GivesEachChannelItsLatencyAsItsClass) {
    const auto net = read_anynet_text(
        "router 0 node 0 5 router 1 10 router 2 3\nrouter 1 node 1 router 0 10 router 2\n"
        "router 2 node 2\n");
    EXPECT_EQ(class_to(*net, 0, 0), "latency_10");
    EXPECT_EQ(class_to(*net, 1, 0), "latency_10");
    EXPECT_EQ(class_to(*net, 0, 1), "latency_3");
    EXPECT_EQ(net->peer(2, 0).node, 0);
    EXPECT_EQ(class_to(*net, 2, 0), "latency_1");
}

TEST(AnynetFile, SaysWhatIsWrongWithALine) {
    const std::string first = "router 0 node 0 router 1 2\n";
    const auto with = [&first](const std::string& line) { return anynet_refusal(first + line); };
    EXPECT_EQ(with("node 1 router 1"), "accepted");
    EXPECT_EQ(with("router 0 router 1 2"), "accepted");
    EXPECT_EQ(with("router 0 router 1"), ":2: router 0 router 1 1: the channel has 2 in line 1");
    EXPECT_EQ(with("router 1 node 0"),
              ":2: node 0: is at router 0 in line 1; a node is at one router");
    EXPECT_EQ(with("node 1 router 0 router 1"),
              ":2: node 1: is at router 0 in line 2; a node is at one router");
    EXPECT_EQ(with("node 1"), ":2: node 1: must be followed by router and its id");
    EXPECT_EQ(with("node 1 node 2"),
              ":2: node 1 node 2: a link between nodes; a node is at a router");
    EXPECT_EQ(with("router 1 switch 2"),
              ":2: switch: must be router or node, as in \"router 0 node 0 router 1 LATENCY\" of "
              "BookSim2's anynet; other files are .yaml, .yml or .graphml");
    EXPECT_EQ(with("router one"), ":2: router one: must be router and a whole number from 0 on");
    EXPECT_EQ(with("router 1 node"), ":2: node : must be node and a whole number from 0 on");
    EXPECT_EQ(with("router 1 router 2 0"),
              ":2: latency 0: must be a whole number of cycles from 1 on, or router or node");
    EXPECT_EQ(with("router 1 router 2 3 4").substr(0, 26), ":2: 4: must be router or n");
    EXPECT_EQ(with("router 1 router 1"), ":2: link between 1 and 1: it joins a router to itself");
    EXPECT_EQ(with("router 2"), ": router 2 cannot be reached from router 0");
    EXPECT_EQ(anynet_refusal("router 0 router 1"),
              ": 0 nodes at all routers together, must be 1..1048576");
    EXPECT_EQ(anynet_refusal("\n"), ": 0 routers, must be 1..1048576");
}

}  // namespace
}  // namespace flitscope::topo
