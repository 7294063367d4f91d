// Routing functions where something is dead (docs/recovery_and_faults.md, section 2).
#include "topologies/routing/live_routing.h"

#include <gtest/gtest.h>

#include "testbenches/tests/support/draw.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"
#include "topologies/routing/up_down.h"

namespace flitscope::topo {
namespace {

RouteQuery query(NodeId here, NodeId destination, PortId input_port = -1) {
    RouteQuery query;
    query.here = query.source = here;
    query.destination = destination;
    query.input_port = input_port;
    return query;
}

std::vector<PortId> ports(const RoutingFunction& routing, const RouteQuery& query) {
    std::vector<RouteCandidate> candidates{{99, 0}};  // not to be touched
    routing.candidates(query, candidates);
    EXPECT_EQ(candidates.front().port, 99);
    std::vector<PortId> ports;
    for (std::size_t i = 1; i < candidates.size(); ++i) {
        ports.push_back(candidates[i].port);
    }
    return ports;
}

TEST(LiveGraph, AnElementIsDeadAsLongAsOneReasonSaysSo) {
    const auto cube = make_topology("hypercube", {{"dimensions", std::int64_t{3}}});
    LiveGraph graph(*cube);
    EXPECT_TRUE(graph.all_alive());
    graph.fail({0, 1});
    graph.fail({0});
    EXPECT_FALSE(graph.alive(0));
    EXPECT_TRUE(graph.alive(1));
    EXPECT_FALSE(graph.alive(0, 1)) << "of a dead node";
    EXPECT_FALSE(graph.alive(2, 1)) << "to a dead node";
    graph.repair({0});
    EXPECT_TRUE(graph.alive(0, 1));
    EXPECT_TRUE(graph.alive(0, 2));
    EXPECT_FALSE(graph.alive(0, 0)) << "of a dead link";
    EXPECT_FALSE(graph.alive(1, 0)) << "the other way";
    graph.fail({1, 0});
    graph.repair({0, 1});
    EXPECT_FALSE(graph.alive(0, 0));
    EXPECT_FALSE(graph.all_alive());
    graph.repair({0, 1});
    EXPECT_TRUE(graph.alive(0, 0));
    EXPECT_TRUE(graph.all_alive());
    const auto mesh = make_topology("mesh", {{"size", std::vector<std::int64_t>{2, 2}}});
    EXPECT_FALSE(LiveGraph(*mesh).alive(0, 1)) << "not connected";
}

TEST(LiveRouting, AnEscapeIsNoWayWhereItsChannelIsDead) {
    const auto cube = make_topology("hypercube", {{"dimensions", std::int64_t{3}}});
    const auto healthy = make_routing("duato", *cube, {});
    LiveRouting live(*cube, *healthy);
    ASSERT_NE(live.escape(), nullptr);
    EXPECT_EQ(live.vc_classes(), 2);
    EXPECT_EQ(live.escape()->only_candidate(query(0, 7)).port, 2) << "e-cube, highest first";
    live.change([](LiveGraph& graph) { graph.fail({0, 4}); });
    EXPECT_EQ(live.escape()->only_candidate(query(0, 7)).port, -1);
    EXPECT_TRUE(ports(*live.escape(), query(0, 7)).empty());
    EXPECT_EQ(ports(live, query(0, 7)), (std::vector<PortId>{0, 1}));
    EXPECT_EQ(live.escape()->only_candidate(query(0, 3)).port, 1) << "another channel";
    live.change([](LiveGraph& graph) { graph.repair({0, 4}); });
    EXPECT_EQ(live.escape()->only_candidate(query(0, 7)).port, 2);
    const auto plain = make_routing("ecube", *cube, {});
    EXPECT_EQ(LiveRouting(*cube, *plain).escape(), nullptr);
}

TEST(LiveRouting, NamesWhatIsAlive) {
    const auto cube = make_topology("hypercube", {{"dimensions", std::int64_t{3}}});
    const auto minimal = make_routing("random_minimal", *cube, {});
    LiveRouting live(*cube, *minimal);
    EXPECT_EQ(ports(live, query(0, 7)), (std::vector<PortId>{0, 1, 2}));
    live.change([](LiveGraph& graph) { graph.fail({0, 2}); });
    EXPECT_EQ(ports(live, query(0, 7)), (std::vector<PortId>{0, 2}));
    EXPECT_TRUE(ports(live, query(0, 2)).empty());
    EXPECT_EQ(ports(live, query(4, 2)), (std::vector<PortId>{1, 2})) << "looks one hop ahead only";
    live.change([](LiveGraph& graph) { graph.repair({0, 2}); });
    EXPECT_EQ(ports(live, query(0, 2)), (std::vector<PortId>{1}));

    const auto ecube = make_routing("ecube", *cube, {});
    LiveRouting only(*cube, *ecube);
    EXPECT_EQ(only.only_candidate(query(0, 4)).port, 2);
    only.change([](LiveGraph& graph) { graph.fail({4}); });
    EXPECT_EQ(only.only_candidate(query(0, 4)).port, -1);
    EXPECT_EQ(only.only_candidate(query(0, 2)).port, 1);
    EXPECT_EQ(only.vc_classes(), ecube->vc_classes());
    EXPECT_EQ(only.algorithm(), "ecube");
}

/// Hops over live channels; -1: there is no way.
int live_distance(const Topology& topology, const LiveGraph& graph, NodeId from, NodeId to) {
    std::vector<int> hops(static_cast<std::size_t>(topology.nodes()), -1);
    std::vector<NodeId> open{from};
    hops[static_cast<std::size_t>(from)] = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
        for (PortId port = 0; port < topology.ports(open[i]); ++port) {
            const NodeId next = topology.peer(open[i], port).node;
            if (graph.alive(open[i], port) && hops[static_cast<std::size_t>(next)] < 0) {
                hops[static_cast<std::size_t>(next)] = hops[static_cast<std::size_t>(open[i])] + 1;
                open.push_back(next);
            }
        }
    }
    return hops[static_cast<std::size_t>(to)];
}

/// Follows a message; the hops of its way, -1: there is none. Fails where it goes up after down,
/// over a dead channel or in a circle.
int walk(const LiveRouting& live, const RoutingFunction& made, const Topology& topology,
         NodeId from, NodeId to) {
    RouteQuery at = query(from, to);
    bool down = false;
    for (int hops = 0; hops <= 2 * topology.nodes(); ++hops) {
        if (at.here == to) {
            return hops;
        }
        const RouteCandidate taken = live.only_candidate(at);
        if (taken.port < 0) {
            EXPECT_EQ(hops, 0) << "lost on the way from " << from << " to " << to;
            return -1;
        }
        EXPECT_TRUE(live.graph().alive(at.here, taken.port));
        const bool up = dynamic_cast<const UpDown&>(made).up(at.here, taken.port);
        EXPECT_FALSE(up && down) << "up again from " << from << " to " << to;
        down = down || !up;
        const PortPeer peer = topology.peer(at.here, taken.port);
        at.here = peer.node;
        at.input_port = peer.port;
    }
    ADD_FAILURE() << "in circles from " << from << " to " << to;
    return -1;
}

TEST(LiveRouting, UpDownReachesWhateverIsConnected) {
    tb::Draw draw(5);
    int parted = 0;
    for (int i = 0; i < 60; ++i) {
        const auto topology =
            i % 3 == 0   ? make_topology("mesh", {{"size", std::vector<std::int64_t>{4, 3}}})
            : i % 3 == 1 ? make_topology("hypercube", {{"dimensions", std::int64_t{4}}})
                         : make_topology("chordal_ring",
                                         {{"nodes", std::int64_t{10}}, {"chord", std::int64_t{3}}});
        const NodeId last = topology->nodes() - 1;
        const UpDown healthy(*topology, draw.number(0, last));
        LiveRouting live(*topology, healthy);
        live.change([&](LiveGraph& graph) {
            for (int f = draw.number(1, 8); f > 0; --f) {
                const NodeId node = draw.number(0, last);
                if (draw.chance(3)) {
                    graph.fail({node});
                } else {
                    const PortPeer peer =
                        topology->peer(node, draw.number(0, topology->ports(node) - 1));
                    graph.fail({node, peer.connected() ? peer.node : node});
                }
            }
        });
        const auto made = healthy.remade(live.graph());
        for (NodeId from = 0; from <= last; ++from) {
            for (NodeId to = 0; to <= last; ++to) {
                const int least = live_distance(*topology, live.graph(), from, to);
                const int hops = walk(live, *made, *topology, from, to);
                EXPECT_EQ(hops < 0, least < 0) << from << " to " << to;
                EXPECT_GE(hops, least);
                parted += least < 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(parted, 1000);
}

TEST(LiveRouting, EveryPartHasARootOfItsOwn) {
    const auto ring = make_topology("ring", {{"nodes", std::int64_t{8}}});
    const UpDown healthy(*ring, 5);
    LiveRouting live(*ring, healthy);
    live.change([](LiveGraph& graph) {  // parts 0..3 and 4..7
        graph.fail({3, 4});
        graph.fail({7, 0});
    });
    const auto made = healthy.remade(live.graph());
    const auto& up_down = dynamic_cast<const UpDown&>(*made);
    const auto up = [&](NodeId from, NodeId to) {
        return up_down.up(from, ports_to(*ring, from, to).front());
    };
    EXPECT_TRUE(up(3, 2) && up(2, 1) && up(1, 0)) << "the lowest node is the root of its part";
    EXPECT_TRUE(up(7, 6) && up(6, 5) && up(4, 5)) << "routing.root is that of its own";
    live.change([](LiveGraph& graph) {
        graph.repair({3, 4});
        graph.repair({7, 0});
    });
    for (NodeId to = 1; to < 8; ++to) {
        EXPECT_EQ(live.only_candidate(query(0, to)), healthy.only_candidate(query(0, to)));
    }
}

/// A head that came up to where only down led on, when that way has gone.
TEST(LiveRouting, WhoCameDownMayGoUpAgainAfterAFault) {
    const auto ring = make_topology("ring", {{"nodes", std::int64_t{6}}});
    const UpDown healthy(*ring, 0);
    LiveRouting live(*ring, healthy);
    const auto port = [&](NodeId from, NodeId to) { return ports_to(*ring, from, to).front(); };
    // 1 -> 2 -> 3 goes down all the way.
    EXPECT_EQ(live.only_candidate(query(2, 3, port(2, 1))).port, port(2, 3));
    live.change([](LiveGraph& graph) { graph.fail({2, 3}); });
    EXPECT_EQ(live.only_candidate(query(2, 3, port(2, 1))).port, port(2, 1));
}

}  // namespace
}  // namespace flitscope::topo
