#include "topologies/routing/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "testbenches/tests/topologies/file_refusal.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/registry.h"

namespace flitscope::topo {
namespace {

using tb::GivenFile;
using Sizes = std::vector<std::int64_t>;

std::unique_ptr<RoutingFunction> table(const Topology& topology, const std::string& text,
                                       const std::string& choice = "random") {
    const GivenFile file("routes.csv", text);
    return make_routing("table", topology, {{"file", file.path()}, {"choice", choice}});
}

std::string refusal(const Topology& topology, const std::string& text) {
    return file_refusal(GivenFile("routes.csv", text), [&](const std::string& path) {
        make_routing("table", topology, {{"file", path}});
    });
}

/// Every candidate of a routing that looks at here, input and destination only.
std::string rows_of(const Topology& topology, const RoutingFunction& routing) {
    std::ostringstream rows;
    rows << "node,from,destination,port,class\n";
    for (NodeId node = 0; node < topology.nodes(); ++node) {
        for (PortId input = -1; input < topology.ports(node); ++input) {
            const NodeId from = input < 0 ? node : topology.peer(node, input).node;
            for (NodeId to = 0; from != kNoNode && to < topology.nodes(); ++to) {
                if (to == node || (input >= 0 && from == to)) {
                    continue;
                }
                RouteQuery query;
                query.here = node;
                query.source = from;
                query.input_port = input;
                query.destination = to;
                std::vector<RouteCandidate> all;
                routing.candidates(query, all);
                for (const RouteCandidate& way : all) {
                    if (way.port < topology.ports(node)) {  // else nobody comes this way
                        rows << node << ',' << from << ',' << to << ',' << way.port << ','
                             << way.vc_class << '\n';
                    }
                }
            }
        }
    }
    return rows.str();
}

TEST(TableRouting, HoldsWhatAnotherRoutingDoes) {
    for (const auto& [kind, options, algorithm] :
         std::vector<std::tuple<std::string, Options, std::string>>{
             {"mesh", {{"size", Sizes{4, 3}}}, "dimension_order"},
             {"mesh", {{"size", Sizes{4, 4}}}, "west_first"},
             {"torus", {{"size", Sizes{3, 5}}}, "dimension_order"},
             {"chordal_ring",
              {{"nodes", std::int64_t{12}}, {"chord", std::int64_t{3}}},
              "up_down"}}) {
        const auto topology = make_topology(kind, options);
        const auto original = make_routing(algorithm, *topology, {});
        const auto routing = table(*topology, rows_of(*topology, *original), "shortest_queue");
        EXPECT_EQ(routing->vc_classes(), original->vc_classes());
        EXPECT_EQ(routing->selection(), original->selection());
        std::vector<std::pair<NodeId, RouteQuery>> open;
        for (NodeId from = 0; from < topology->nodes(); ++from) {
            for (NodeId to = 0; to < topology->nodes(); ++to) {
                RouteQuery query;
                query.here = query.source = from;
                query.destination = to;
                open.emplace_back(from, query);
            }
        }
        while (!open.empty()) {
            const RouteQuery query = open.back().second;
            open.pop_back();
            if (query.here == query.destination) {
                continue;
            }
            std::vector<RouteCandidate> expected;
            std::vector<RouteCandidate> all;
            original->candidates(query, expected);
            routing->candidates(query, all);
            ASSERT_EQ(all, expected) << kind << " " << query.here << " to " << query.destination;
            for (const RouteCandidate& way : all) {
                RouteQuery next = query;
                const PortPeer there = topology->peer(query.here, way.port);
                next.here = there.node;
                next.input_port = there.port;
                open.emplace_back(query.source, next);
            }
        }
    }
}

TEST(TableRouting, ARowForANeighbourBeatsThoseForAll) {
    const auto ring = make_topology("ring", {{"nodes", std::int64_t{3}}});
    const auto routing =
        table(*ring,
              "node, destination, next, class, from\n"
              "0,1,1,,\n0,1,2,1,0\n\n0,2,2,,\n1,0,0,,\n1,2,2,,\n2,0,0,,\n2,1,1,,\n");
    EXPECT_EQ(routing->vc_classes(), 2);
    EXPECT_EQ(routing->selection(), RouteSelection::only);
    RouteQuery query;
    query.destination = 1;
    EXPECT_EQ(routing->only_candidate(query), (RouteCandidate{1, 1}));  // begins here: by node 2
    query.input_port = 1;
    EXPECT_EQ(routing->only_candidate(query), (RouteCandidate{0, 0}));
}

TEST(TableRouting, ChoosesAmongSeveralWays) {
    const auto ring = make_topology("ring", {{"nodes", std::int64_t{4}}});
    std::string rows = "node,destination,next\n";
    for (int node = 0; node < 4; ++node) {
        for (const int hops : {1, 2, 3}) {
            const int to = (node + hops) % 4;
            if (hops <= 2) {
                rows += std::to_string(node) + "," + std::to_string(to) + "," +
                        std::to_string((node + 1) % 4) + "\n";
            }
            if (hops >= 2) {
                rows += std::to_string(node) + "," + std::to_string(to) + "," +
                        std::to_string((node + 3) % 4) + "\n";
            }
        }
    }
    EXPECT_EQ(table(*ring, rows)->selection(), RouteSelection::random);
    const auto routing = table(*ring, rows, "shortest_queue");
    EXPECT_EQ(routing->selection(), RouteSelection::shortest_queue);
    RouteQuery query;
    query.destination = 2;
    std::vector<RouteCandidate> all;
    routing->candidates(query, all);
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{0, 0}, {1, 0}}));
    EXPECT_FALSE(check_routing(*ring, *routing, {0}).deadlock_free());
}

TEST(TableRouting, NamesTheLineOfWhatIsWrong) {
    const auto line = make_topology("mesh", {{"size", Sizes{3}}});
    const std::string header = "node,destination,next\n";
    const std::string good = header + "0,1,1\n0,2,1\n1,0,0\n1,2,2\n2,0,1\n2,1,1\n";
    EXPECT_EQ(refusal(*line, good), "accepted");
    EXPECT_EQ(refusal(*line, "\xEF\xBB\xBF" + good), "accepted");
    EXPECT_EQ(refusal(*line, good + "2,1,1\n"), ":8: the same way as in line 7");
    EXPECT_EQ(refusal(*line, header + "0,3,1\n"),
              ":2: destination = 3: must be a whole number 0..2");
    EXPECT_EQ(refusal(*line, header + "0,0,1\n"), ":2: destination = 0: the node itself");
    EXPECT_EQ(refusal(*line, header + "0,2,2\n"), ":2: next = 2: no neighbour of node 0");
    EXPECT_EQ(refusal(*line, header + "0,2,\n"),
              ":2: next, port: exactly one of them must be given");
    EXPECT_EQ(refusal(*line, "node,destination,port,from\n0,2,0,2\n"),
              ":2: from = 2: no neighbour of node 0");
    EXPECT_EQ(refusal(*line, "node,destination,port\n0,2,1\n"), ":2: port = 1: leads nowhere");
    EXPECT_EQ(refusal(*line, "node,destination,port\n0,2,2\n"),
              ":2: port = 2: must be a whole number 0..1");
    EXPECT_EQ(refusal(*line, "node,to,next\n"),
              ":1: to: unknown column; accepted: node, destination, next, port, class, from");
    EXPECT_EQ(refusal(*line, header + "0,1,1,0\n"), ":2: 4 values, the first line names 3");
    EXPECT_EQ(refusal(*line, ""), ": no line with the names of columns");
    EXPECT_EQ(refusal(*line, header),
              ": message to node 0 at node 1, hop 0: the routing offers no way on");
    EXPECT_EQ(refusal(*line, header + "0,1,1\n0,2,1\n1,0,0\n1,2,2\n2,1,1\n"),
              ": message to node 0 at node 2, hop 0: the routing offers no way on");
    EXPECT_EQ(refusal(*line, header + "0,1,1\n0,2,1\n1,0,2\n1,2,2\n2,0,1\n2,1,1\n"),
              ": message to node 0 at node 1, hop 0: it may run round in circles");
    try {
        make_routing("table", *line, {{"file", std::string("no_such.csv")}});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_STREQ(error.what(), "no_such.csv: cannot be opened: No such file or directory");
    }
}

TEST(TableRouting, SurvivesDamagedFiles) {
    const auto mesh = make_topology("mesh", {{"size", Sizes{3, 3}}});
    const std::string good = rows_of(*mesh, *make_routing("dimension_order", *mesh, {}));
    std::mt19937 random(5);
    int refused = 0;
    for (int i = 0; i < 600; ++i) {
        std::string damaged = good;
        for (int k = 0; k < 3; ++k) {
            damaged[random() % damaged.size()] = "0123456789,-\n x\0"[random() % 16];
        }
        refused += refusal(*mesh, damaged) == "accepted" ? 0 : 1;
    }
    EXPECT_GT(refused, 450);
}

}  // namespace
}  // namespace flitscope::topo
