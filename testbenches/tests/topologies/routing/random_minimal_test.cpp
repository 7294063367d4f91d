#include "topologies/routing/random_minimal.h"

#include <gtest/gtest.h>

#include "topologies/deadlock/deadlock.h"
#include "topologies/hierarchical_hypercube.h"
#include "topologies/mesh.h"
#include "topologies/routing/shortest_queue.h"

namespace flitscope::topo {
namespace {

/// Every path from here on: candidates are all differing dimensions; the class counts the hops out
/// of odd-parity nodes so far.
void expect_every_path_right(const Hypercube& cube, const RandomMinimal& routing,
                             const RouteQuery& query, int odd_hops) {
    std::vector<RouteCandidate> expected;
    bool odd = false;
    for (int i = 0; i < cube.dimensions(); ++i) {
        odd ^= (query.here >> i & 1) != 0;
        if ((query.here >> i & 1) != (query.destination >> i & 1)) {
            expected.push_back({i, odd_hops});
        }
    }
    std::vector<RouteCandidate> all;
    routing.candidates(query, all);
    ASSERT_EQ(all, expected) << query.here << " to " << query.destination;
    ASSERT_LT(odd_hops, routing.vc_classes());
    for (const RouteCandidate& candidate : all) {
        RouteQuery next = query;
        next.here = cube.peer(query.here, candidate.port).node;
        next.input_port = candidate.port;
        ++next.hop;
        if (next.here != query.destination) {
            expect_every_path_right(cube, routing, next, odd_hops + (odd ? 1 : 0));
        }
    }
}

TEST(RandomMinimal, OffersEveryDifferingDimensionInTheClassOfItsOddHops) {
    for (int n = 1; n <= 5; ++n) {
        const Hypercube cube(n);
        const RandomMinimal routing(cube);
        for (NodeId from = 0; from < cube.nodes(); ++from) {
            for (NodeId to = 0; to < cube.nodes(); ++to) {
                if (from != to) {
                    RouteQuery query;
                    query.here = query.source = from;
                    query.destination = to;
                    expect_every_path_right(cube, routing, query, 0);
                }
            }
        }
    }
}

/// Classes asked for in hop 0, 1, ... at an even or odd node, and how many there are.
TEST(HopClasses, CountEveryHopOrThoseOutOfOddNodes) {
    const Options all{{"hop_classes", std::string("positive")}};
    const Options odd{{"hop_classes", std::string("negative")}};
    const Hypercube cube(5);
    const Mesh mesh({4, 3});
    const int longest = 5;
    for (const char* const algorithm : {"random_minimal", "shortest_queue", "minimal_adaptive"}) {
        SCOPED_TRACE(algorithm);
        const bool on_mesh = std::string(algorithm) == "minimal_adaptive";
        const Topology* const topology =
            on_mesh ? static_cast<const Topology*>(&mesh) : static_cast<const Topology*>(&cube);
        EXPECT_EQ(make_routing(algorithm, *topology, {})->vc_classes(), longest / 2 + 1);
        EXPECT_EQ(make_routing(algorithm, *topology, odd)->vc_classes(), longest / 2 + 1);
        const auto routing = make_routing(algorithm, *topology, all);
        ASSERT_EQ(routing->vc_classes(), longest);
        RouteQuery query;
        query.destination = topology->nodes() - 1;
        for (query.hop = 0; query.hop < longest; ++query.hop) {
            std::vector<RouteCandidate> candidates;
            routing->candidates(query, candidates);
            ASSERT_FALSE(candidates.empty());
            for (const RouteCandidate& each : candidates) {
                EXPECT_EQ(each.vc_class, query.hop);
            }
        }
        std::vector<int> classes(static_cast<std::size_t>(longest));
        for (int i = 0; i < longest; ++i) {
            classes[static_cast<std::size_t>(i)] = i;
        }
        EXPECT_TRUE(check_routing(*topology, *routing, classes).deadlock_free());
    }
    // Up and inside a cluster d, down d, level 2 D - d.
    const HierarchicalHypercube cubes(2, 7, HierarchicalHypercube::Scheme::replicated);
    Options random = all;
    random.set("within", std::string("random"));
    EXPECT_EQ(make_routing("hierarchical", cubes, random)->vc_classes(), 5);
    EXPECT_THROW(make_routing("hierarchical", cubes, all), OptionError) << "fixed counts no hops";
}

TEST(RandomMinimal, IsChosenAtRandomAndForCubesOnly) {
    const Hypercube cube(4);
    EXPECT_EQ(make_routing("random_minimal", cube, {})->selection(), RouteSelection::random);
    try {
        make_routing("random_minimal", Mesh({4, 4}), {});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "algorithm");
        EXPECT_STREQ(error.what(),
                     "random_minimal does not fit topology mesh, it is for hypercube");
    }
}

TEST(ShortestQueue, HasTheSameCandidatesAndIsChosenByLoad) {
    const Hypercube cube(4);
    const auto routing = make_routing("shortest_queue", cube, {});
    EXPECT_EQ(routing->selection(), RouteSelection::shortest_queue);
    EXPECT_EQ(routing->vc_classes(), 3);
    RouteQuery query;
    query.source = 1;
    query.here = 3;
    query.hop = 1;
    query.destination = 12;
    std::vector<RouteCandidate> by_load;
    std::vector<RouteCandidate> random;
    routing->candidates(query, by_load);
    RandomMinimal(cube).candidates(query, random);
    EXPECT_EQ(by_load, random);
    EXPECT_EQ(by_load.size(), 4U);
    EXPECT_THROW(make_routing("shortest_queue", Mesh({4, 4}), {}), OptionError);
}

}  // namespace
}  // namespace flitscope::topo
