// Examples and bounds: Dandamudi's hierarchical hypercubes and the simple route on hierarchical
// cubic networks, worked out by hand from their definitions.
#include "topologies/routing/hierarchical.h"

#include <gtest/gtest.h>

#include <numeric>

#include "common/bits.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/mesh.h"

namespace flitscope::topo {
namespace {

using Scheme = HierarchicalHypercube::Scheme;
using Within = HierarchicalCubes::Within;
using Interface = HierarchicalCubes::Interface;
using Path = std::vector<NodeId>;

/// The nodes that a message visits which takes the `pick`-th candidate (modulo their number) at
/// every hop; classes: those that it asks for.
Path path(const Topology& topology, const RoutingFunction& routing, NodeId from, NodeId to,
          std::uint16_t salt = 0, std::size_t pick = 0, std::vector<int>* classes = nullptr) {
    RouteQuery query;
    query.here = query.source = from;
    query.destination = to;
    query.salt = salt;
    Path nodes{from};
    while (query.here != to && nodes.size() < 100) {
        std::vector<RouteCandidate> all;
        routing.candidates(query, all);
        const RouteCandidate taken = all.at(pick % all.size());
        const PortPeer peer = topology.peer(query.here, taken.port);
        if (classes != nullptr) {
            classes->push_back(taken.vc_class);
        }
        query.here = peer.node;
        query.input_port = peer.port;
        ++query.hop;
        nodes.push_back(query.here);
    }
    return nodes;
}

TEST(HierarchicalCubes, TakesTheWaysOfTheExamples) {
    const HierarchicalHypercube plain(3, 6, Scheme::plain);
    const HierarchicalCubes up_over_down(plain, Within::fixed, Interface::closest);
    EXPECT_EQ(path(plain, up_over_down, 13, 50), (Path{13, 12, 8, 0, 16, 48, 50}));
    const HierarchicalHypercube two(3, 6, Scheme::replicated);
    const HierarchicalCubes closest(two, Within::fixed, Interface::closest);
    EXPECT_EQ(path(two, closest, 13, 50), (Path{13, 15, 7, 23, 55, 54, 50}));
    EXPECT_EQ(path(two, closest, 7, 63), (Path{7, 15, 31, 63}));
    EXPECT_EQ(path(two, closest, 62, 5), (Path{62, 63, 55, 39, 7, 5}));
}

TEST(HierarchicalCubes, LongestWaysAreThoseOfTheInterfaceRule) {
    for (int d = 1; d <= 4; ++d) {
        for (int dimensions = d + 1; dimensions <= 7; ++dimensions) {
            const auto longest = [&](Scheme scheme, Interface interface) {
                const HierarchicalHypercube cubes(d, dimensions, scheme);
                const HierarchicalCubes routing(cubes, Within::fixed, interface);
                std::size_t most = 0;
                for (NodeId from = 0; from < cubes.nodes(); ++from) {
                    for (NodeId to = 0; to < cubes.nodes(); ++to) {
                        for (const std::uint16_t salt : {0, 0x8000}) {
                            most = std::max(most, path(cubes, routing, from, to, salt).size() - 1);
                        }
                    }
                }
                return static_cast<int>(most);
            };
            EXPECT_EQ(longest(Scheme::plain, Interface::closest), dimensions + d);
            EXPECT_EQ(longest(Scheme::replicated, Interface::closest), dimensions + d / 2);
            EXPECT_EQ(longest(Scheme::replicated, Interface::shortest), dimensions);
        }
    }
}

TEST(HierarchicalCubes, ShortestInterfaceMakesShortestWays) {
    const HierarchicalHypercube cubes(3, 6, Scheme::replicated);
    for (const Within within : {Within::fixed, Within::random, Within::shortest_queue}) {
        const HierarchicalCubes routing(cubes, within, Interface::shortest);
        for (NodeId from = 0; from < cubes.nodes(); ++from) {
            for (NodeId to = 0; to < cubes.nodes(); ++to) {
                for (std::size_t pick = 0; pick < 3; ++pick) {
                    ASSERT_EQ(path(cubes, routing, from, to, 0x8000, pick).size() - 1,
                              static_cast<std::size_t>(cubes.distance(from, to)));
                }
            }
        }
    }
}

/// Mean distances of BH/BH-RS with d = 2, D = 5: nearest interface by the closed form 3.0322580645,
/// shortest ways by search 2.8064516129.
TEST(HierarchicalCubes, MeanDistancesAreThoseOfTheirInterfaceRule) {
    const HierarchicalHypercube cubes(2, 5, Scheme::replicated);
    const auto mean = [&](Interface interface) {
        const HierarchicalCubes routing(cubes, Within::fixed, interface);
        double hops = 0;
        for (NodeId from = 0; from < cubes.nodes(); ++from) {
            for (NodeId to = 0; to < cubes.nodes(); ++to) {
                for (const std::uint16_t salt : {0, 0x8000}) {
                    hops += static_cast<double>(path(cubes, routing, from, to, salt).size()) - 1;
                }
            }
        }
        return hops / 2 / (32 * 31);
    };
    EXPECT_NEAR(mean(Interface::closest), 3.0322580645, 1e-9);
    EXPECT_NEAR(mean(Interface::shortest), 2.8064516129, 1e-9);
}

TEST(HierarchicalCubes, TiesBetweenInterfacesGoByTheHighestBitOfTheSalt) {
    const HierarchicalHypercube cubes(2, 4, Scheme::replicated);
    const HierarchicalCubes routing(cubes, Within::fixed, Interface::closest);
    // Local 1 is one hop from local 0 and one from local 3.
    EXPECT_EQ(path(cubes, routing, 1, 4, 0x7FFF), (Path{1, 0, 4}));
    EXPECT_EQ(path(cubes, routing, 1, 4, 0x8000), (Path{1, 3, 7, 6, 4}));
}

TEST(HierarchicalCubes, AdaptiveLegsOfferEveryDifferingDimension) {
    const HierarchicalHypercube cubes(3, 7, Scheme::plain);
    const HierarchicalCubes routing(cubes, Within::random, Interface::closest);
    RouteQuery query;
    query.here = query.source = 8 + 5;
    query.destination = 0x60 + 3;
    std::vector<RouteCandidate> all;
    routing.candidates(query, all);  // up, from local 5 to 0; its parity is even
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{0, 0}, {2, 0}}));
    query.here = 8;
    query.hop = 2;
    all.clear();
    routing.candidates(query, all);  // from cluster 1, odd, to 12: bits 0, 2, 3 of the cluster
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{3, 0}, {5, 0}, {6, 0}}));
    query.here = 0x60;
    query.hop = 5;
    all.clear();
    routing.candidates(query, all);  // down, to local 3
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{0, 2}, {1, 2}}));
    EXPECT_EQ(routing.vc_classes(), 4);
}

TEST(HierarchicalCubes, VerdictsAreThoseOfTheTable) {
    const auto cyclic = [](const Topology& cubes, const RoutingFunction& routing, bool one_class) {
        std::vector<int> classes(static_cast<std::size_t>(routing.vc_classes()), 0);
        if (!one_class) {
            std::iota(classes.begin(), classes.end(), 0);
        }
        const RoutingCheck check = check_routing(cubes, routing, classes);
        EXPECT_FALSE(check.defect);
        return !check.cycle.empty();
    };
    for (int d = 2; d <= 3; ++d) {
        for (int dimensions = d + 2; dimensions <= 6; ++dimensions) {
            for (const Scheme scheme : {Scheme::plain, Scheme::replicated}) {
                const HierarchicalHypercube cubes(d, dimensions, scheme);
                for (const Interface interface : {Interface::closest, Interface::shortest}) {
                    const HierarchicalCubes fixed(cubes, Within::fixed, interface);
                    EXPECT_EQ(cyclic(cubes, fixed, true), scheme == Scheme::replicated);
                    EXPECT_FALSE(cyclic(cubes, fixed, false));
                    const HierarchicalCubes random(cubes, Within::random, interface);
                    EXPECT_TRUE(cyclic(cubes, random, true));
                    EXPECT_FALSE(cyclic(cubes, random, false));
                }
            }
        }
    }
    const HierarchicalCubic cubic(2);
    EXPECT_TRUE(cyclic(cubic, SimpleCubicRoute(cubic), true));
    EXPECT_FALSE(cyclic(cubic, SimpleCubicRoute(cubic), false));
}

TEST(SimpleCubicRoute, CrossesFromTheNodeNamedLikeTheOtherCluster) {
    const HierarchicalCubic network(3);
    const SimpleCubicRoute routing(network);
    std::vector<int> classes;
    EXPECT_EQ(path(network, routing, 42, 28, 0, 0, &classes), (Path{42, 43, 29, 28}));
    EXPECT_EQ(classes, (std::vector<int>{0, 0, 1}));
    for (NodeId from = 0; from < network.nodes(); ++from) {
        for (NodeId to = 0; to < network.nodes(); ++to) {
            const bool inside = network.cluster(from) == network.cluster(to);
            const int hops = inside ? popcount(from ^ to)
                                    : popcount(network.local(from) ^ network.cluster(to)) + 1 +
                                          popcount(network.cluster(from) ^ network.local(to));
            ASSERT_EQ(path(network, routing, from, to).size() - 1, static_cast<std::size_t>(hops));
        }
    }
}

TEST(Hierarchical, IsForHierarchicalNetworksAndHasOptionsWhereThereIsAChoice) {
    const HierarchicalHypercube cubes(2, 4, Scheme::plain);
    EXPECT_EQ(make_routing("hierarchical", cubes, {})->selection(), RouteSelection::only);
    EXPECT_EQ(make_routing("hierarchical", cubes, {{"within", std::string("shortest_queue")}})
                  ->selection(),
              RouteSelection::shortest_queue);
    const auto key_of = [](const Topology& topology, const Options& options) {
        try {
            make_routing("hierarchical", topology, options);
        } catch (const OptionError& error) {
            return error.key();
        }
        return std::string("accepted");
    };
    EXPECT_EQ(key_of(Mesh({4, 4}), {}), "algorithm");
    EXPECT_EQ(key_of(HierarchicalCubic(2), {{"within", std::string("fixed")}}), "within");
    EXPECT_EQ(key_of(HierarchicalCubic(2), {}), "accepted");
}

}  // namespace
}  // namespace flitscope::topo
