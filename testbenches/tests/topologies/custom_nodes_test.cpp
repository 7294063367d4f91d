#include <gtest/gtest.h>

#include <sstream>

#include "testbenches/tests/topologies/file_refusal.h"
#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/custom.h"
#include "topologies/custom_file.h"
#include "topologies/node_name.h"
#include "topologies/routing/route_walk.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {
namespace {

using tb::GivenFile;

std::unique_ptr<Topology> read_network(const std::string& name, const std::string& text) {
    const GivenFile file(name, text);
    return make_topology("custom", {{"file", file.path()}});
}

std::string said_of(const std::string& name, const std::string& text) {
    return file_refusal(GivenFile(name, text), [](const std::string& path) {
        make_topology("custom", {{"file", path}});
    });
}

std::string graphml_of(const Topology& topology) {
    std::ostringstream text;
    write_graphml(topology, text);
    return text.str();
}

/// What a reader of the network sees.
std::string description(const Topology& network) {
    std::ostringstream text;
    for (RouterId router = 0; router < network.routers(); ++router) {
        text << network.router_name(router) << " has";
        for (int i = 0; i < network.nodes_at(router); ++i) {
            text << ' ' << network.node_name(network.first_node(router) + i);
        }
        for (PortId port = 0; port < network.ports(router); ++port) {
            const auto link_class = static_cast<std::size_t>(network.link_class(router, port));
            text << ", " << network.peer(router, port).node << ' '
                 << network.link_classes()[link_class];
        }
        text << '\n';
    }
    return text.str();
}

/// A switch, a router with two nodes that have names, one with three that have none, one with one.
constexpr const char* kStar = R"(
routers:
  - {name: sw, at: [1, 1], nodes: 0}
  - {name: cpus, at: [0, 0], nodes: [core a, core b]}
  - {name: mem, at: [1, 0], nodes: 3}
  - {name: io, at: [2, 0]}
links: [[sw, cpus], [sw, mem], [sw, io, slow]]
)";
constexpr const char* kStarDescription =
    "sw has, 1 link, 2 link, 3 slow\n"
    "cpus has core a core b, 0 link\n"
    "mem has mem.0 mem.1 mem.2, 0 link\n"
    "io has io, 0 slow\n";

TEST(CustomNodes, AreAtRoutersAsTheFileSays) {
    const auto star = read_network("star.yaml", kStar);
    expect_consistent(*star);
    EXPECT_EQ(description(*star), kStarDescription);
    EXPECT_EQ(star->nodes(), 6);
    EXPECT_EQ(star->place(4), (NodePlace{2, 2}));
    EXPECT_EQ(parse_node(*star, "mem.1"), 3);
    EXPECT_EQ(parse_node(*star, "core b"), 1);
    EXPECT_TRUE(read_network("a.yaml", "routers: [{nodes: [a]}, {}]\nlinks: [[0, 1]]")
                    ->one_node_per_router());
    EXPECT_EQ(description(*read_network("a.yaml", "routers: [{nodes: 2}, {}]\nlinks: [[0, 1]]")),
              "0 has 0.0 0.1, 1 link\n1 has 1.0, 0 link\n");
}

TEST(CustomNodes, ReadBackFromGraphmlAsTheyWere) {
    const auto star = read_network("star.yaml", kStar);
    const auto back = read_network("star.graphml", graphml_of(*star));
    EXPECT_EQ(description(*back), kStarDescription);
    EXPECT_EQ(graphml_of(*back), graphml_of(*star));
    std::ostringstream dot;
    write_dot(*star, dot);
    EXPECT_NE(dot.str().find("2 [label=\"mem\" nodes=3]"), std::string::npos) << dot.str();

    const std::string both_ways = "router 0 node 1 router 1 10\nrouter 1 node 0 router 0 4\n";
    const auto latencies = read_network("two", both_ways);
    EXPECT_EQ(description(*latencies),
              "router0 has node1, 1 latency_10\nrouter1 has node0, 0 latency_4\n");
    EXPECT_EQ(description(*read_network("two.graphml", graphml_of(*latencies))),
              description(*latencies));

    const auto mesh = make_topology("concentrated_mesh", {{"size", std::vector<std::int64_t>{2, 1}},
                                                          {"concentration", std::int64_t{3}}});
    EXPECT_EQ(read_network("mesh.graphml", graphml_of(*mesh))->nodes_at(1), 3);
}

TEST(CustomNodes, AreTheOnlySourcesAndDestinations) {
    const auto star = read_network("star.yaml", kStar);
    const auto up_down = make_routing("up_down", *star, {});
    EXPECT_FALSE(RouteWalk(*star, *up_down).follow_all());
    // The switch is no destination: nothing leads there.
    const GivenFile table("routes.csv",
                          "node,destination,next\n0,1,1\n0,2,2\n0,3,3\n"
                          "1,2,0\n1,3,0\n2,1,0\n2,3,0\n3,1,0\n3,2,0\n");
    EXPECT_NO_THROW(make_routing("table", *star, {{"file", table.path()}}));
    const GivenFile missing("routes.csv",
                            "node,destination,next\n0,1,1\n0,2,2\n0,3,3\n"
                            "1,2,0\n1,3,0\n2,1,0\n2,3,0\n3,1,0\n");
    EXPECT_THROW(make_routing("table", *star, {{"file", missing.path()}}), OptionError);
}

TEST(CustomNodes, SayWhatIsWrong) {
    const auto with = [](const std::string& nodes) {
        return said_of("a.yaml",
                       "routers:\n  - {nodes: [a]}\n  - {nodes: " + nodes + "}\nlinks: [[0, 1]]\n");
    };
    EXPECT_EQ(with("0"), "accepted");
    EXPECT_EQ(with("[]"), "accepted");
    EXPECT_EQ(with("[b, a]").substr(0, 3), ":3:");
    EXPECT_NE(with("[b, a]").find("a.yaml:2 already; a node is at one router"), std::string::npos);
    EXPECT_EQ(with("-1"), ":3: nodes = -1: must be 0..256");
    EXPECT_EQ(with("257"), ":3: nodes = 257: must be 0..256");
    EXPECT_EQ(with("many"),
              ":3: nodes: a router must be {name: NAME, at: [x, y], nodes: N or "
              "[NAME, ...]}, or some of the three");
    for (const std::string name : {"\"b,c\"", "7", "\"b \"", "\"\""}) {
        EXPECT_NE(with("[" + name + "]").find("a name must be printable text in UTF-8"),
                  std::string::npos);
    }
    EXPECT_EQ(said_of("a.yaml", "routers: [{nodes: 0}, {nodes: 0}]\nlinks: [[0, 1]]"),
              ": 0 nodes at all routers together, must be 1..1048576");
    EXPECT_EQ(said_of("a.yaml", "routers: 2\nnodes: 2\nlinks: [[0, 1]]"),
              ":2: nodes: means the same as routers here; accepted: one of the two");
    EXPECT_NE(said_of("a.yaml", "routers: [{name: a}, {name: b, nodes: [a]}]\nlinks: [[a, b]]")
                  .find("node a: is at the router of "),
              std::string::npos);
    const std::string data = "<graphml><graph><node id=\"1\"><data key=\"nodes\">";
    EXPECT_EQ(said_of("a.graphml", data + "</data></node></graph></graphml>"),
              ":1: node 1: nodes = : must be a number of nodes, or their names with commas between "
              "them");
}

}  // namespace
}  // namespace flitscope::topo
