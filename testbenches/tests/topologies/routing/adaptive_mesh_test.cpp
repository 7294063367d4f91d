// Adaptive routing on meshes: what each rule forbids, on every way that a message may take.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "topologies/deadlock/deadlock.h"
#include "topologies/hypercube.h"
#include "topologies/routing/minimal_adaptive.h"
#include "topologies/routing/odd_even.h"
#include "topologies/routing/west_first.h"

namespace flitscope::topo {
namespace {

constexpr PortId kEast = 0;
constexpr PortId kWest = 1;

/// A turn: where, the port before and the port after.
struct Turn {
    NodeId here;
    PortId before, after;
    bool operator<(const Turn& other) const {
        return std::tie(here, before, after) < std::tie(other.here, other.before, other.after);
    }
};

/// Follows every way of every pair; each must be minimal and arrive. Returns the turns met.
std::set<Turn> turns(const Mesh& mesh, const RoutingFunction& routing) {
    std::set<Turn> met;
    const std::function<void(const RouteQuery&, PortId)> follow = [&](const RouteQuery& query,
                                                                      PortId before) {
        std::vector<RouteCandidate> all;
        routing.candidates(query, all);
        ASSERT_FALSE(all.empty()) << query.source << " to " << query.destination;
        for (const RouteCandidate& each : all) {
            const NodeId next = mesh.peer(query.here, each.port).node;
            ASSERT_NE(next, kNoNode);
            ASSERT_EQ(mesh.distance(next, query.destination) + 1,
                      mesh.distance(query.here, query.destination));
            if (before >= 0 && before != each.port) {
                met.insert({query.here, before, each.port});
            }
            if (next != query.destination) {
                RouteQuery there = query;
                there.here = next;
                ++there.hop;
                follow(there, each.port);
            }
        }
    };
    for (NodeId from = 0; from < mesh.nodes(); ++from) {
        for (NodeId to = 0; to < mesh.nodes(); ++to) {
            RouteQuery query;
            query.here = query.source = from;
            query.destination = to;
            if (from != to) {
                follow(query, -1);
            }
        }
    }
    return met;
}

TEST(WestFirst, NeverTurnsIntoWestAndLeavesAllOtherChoices) {
    const Mesh mesh({5, 4});
    const WestFirst routing(mesh);
    const std::set<Turn> met = turns(mesh, routing);
    for (const Turn& turn : met) {
        EXPECT_NE(turn.after, kWest);
    }
    RouteQuery query;
    query.destination = 19;
    std::vector<RouteCandidate> all;
    routing.candidates(query, all);
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{0, 0}, {2, 0}}));
    // Out of west, east, up and down every other turn is met: 2 from west, 2 + 2 with east.
    std::set<std::pair<PortId, PortId>> kinds;
    for (const Turn& turn : met) {
        kinds.emplace(turn.before, turn.after);
    }
    EXPECT_EQ(kinds.size(), 6U);
}

/// So that `verify` may follow the messages of a column together.
TEST(OddEven, TellsSourcesOfOneColumnNotApart) {
    const Mesh mesh({5, 4});
    const OddEven routing(mesh);
    RouteQuery query;
    for (query.here = 0; query.here < mesh.nodes(); ++query.here) {
        for (query.destination = 0; query.destination < mesh.nodes(); ++query.destination) {
            std::map<NodeId, std::vector<RouteCandidate>> ways;
            for (query.source = 0; query.source < mesh.nodes(); ++query.source) {
                std::vector<RouteCandidate> own;
                routing.candidates(query, own);
                const NodeId group = routing.source_group(query.source);
                EXPECT_LT(group, 5);
                EXPECT_EQ(ways.emplace(group, own).first->second, own);
            }
        }
    }
}

TEST(OddEven, TurnsAsItsColumnsAllow) {
    for (const std::vector<std::int64_t>& size :
         {std::vector<std::int64_t>{5, 4}, {4, 5}, {6, 3}, {2, 2}, {1, 4}}) {
        const Mesh mesh(size);
        for (const Turn& turn : turns(mesh, OddEven(mesh))) {
            const bool odd = mesh.coordinate(turn.here, 0) % 2 == 1;
            EXPECT_FALSE(turn.before == kEast && !odd) << "out of east in an even column";
            EXPECT_FALSE(turn.after == kWest && odd) << "into west in an odd column";
        }
    }
}

TEST(MinimalAdaptive, OffersEveryMinimalDirection) {
    const Mesh mesh({4, 3, 2});
    const MinimalAdaptive routing(mesh);
    turns(mesh, routing);
    for (NodeId from = 0; from < mesh.nodes(); ++from) {
        for (NodeId to = 0; to < mesh.nodes(); ++to) {
            RouteQuery query;
            query.here = query.source = from;
            query.destination = to;
            std::vector<RouteCandidate> all;
            routing.candidates(query, all);
            std::size_t differing = 0;
            for (int d = 0; d < 3; ++d) {
                differing += mesh.coordinate(from, d) != mesh.coordinate(to, d) ? 1U : 0U;
            }
            ASSERT_EQ(all.size(), differing);
        }
    }
}

TEST(AdaptiveMesh, VerdictsAreThoseOfTheTurnModels) {
    for (const std::vector<std::int64_t>& size :
         {std::vector<std::int64_t>{4, 4}, {5, 3}, {3, 6}, {7, 7}}) {
        const Mesh mesh(size);
        EXPECT_TRUE(check_routing(mesh, WestFirst(mesh), {0}).deadlock_free());
        EXPECT_TRUE(check_routing(mesh, OddEven(mesh), {0}).deadlock_free());
        const MinimalAdaptive adaptive(mesh);
        std::vector<int> classes(static_cast<std::size_t>(adaptive.vc_classes()), 0);
        EXPECT_EQ(check_routing(mesh, adaptive, classes).cycle.size(), 4U);
        std::iota(classes.begin(), classes.end(), 0);
        EXPECT_TRUE(check_routing(mesh, adaptive, classes).deadlock_free());
    }
}

TEST(AdaptiveMesh, IsForMeshesOfItsDimensions) {
    for (const char* name : {"west_first", "odd_even"}) {
        EXPECT_EQ(make_routing(name, Mesh({4, 4}), {})->selection(),
                  RouteSelection::shortest_queue);
        EXPECT_THROW(make_routing(name, Mesh({4, 4, 4}), {}), OptionError) << name;
        EXPECT_THROW(make_routing(name, Hypercube(2), {}), OptionError) << name;
    }
    EXPECT_EQ(make_routing("minimal_adaptive", Mesh({4, 4, 4}), {})->vc_classes(), 5);
    EXPECT_THROW(make_routing("minimal_adaptive", Hypercube(2), {}), OptionError);
}

}  // namespace
}  // namespace flitscope::topo
