// Examples and bounds: Dandamudi's hierarchical hypercubes and the simple route on hierarchical
// cubic networks, worked out by hand from their definitions.
#include "topologies/routing/hierarchical.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "common/bits.h"
#include "testbenches/tests/topologies/compositions.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/hierarchical_hypercube.h"
#include "topologies/mesh.h"

namespace flitscope::topo {
namespace {

using Scheme = HierarchicalHypercube::Scheme;
using Path = std::vector<NodeId>;

std::unique_ptr<RoutingFunction> on(const HierarchicalHypercube& cubes, const std::string& within,
                                    const std::string& interface) {
    return make_routing("hierarchical", cubes, {{"within", within}, {"interface", interface}});
}

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

TEST(HierarchicalRoute, TakesTheWaysOfTheExamples) {
    const HierarchicalHypercube plain(3, 6, Scheme::plain);
    const auto up_over_down = on(plain, "fixed", "closest");
    EXPECT_EQ(path(plain, *up_over_down, 13, 50), (Path{13, 12, 8, 0, 16, 48, 50}));
    const HierarchicalHypercube two(3, 6, Scheme::replicated);
    const auto closest = on(two, "fixed", "closest");
    EXPECT_EQ(path(two, *closest, 13, 50), (Path{13, 15, 7, 23, 55, 54, 50}));
    EXPECT_EQ(path(two, *closest, 7, 63), (Path{7, 15, 31, 63}));
    EXPECT_EQ(path(two, *closest, 62, 5), (Path{62, 63, 55, 39, 7, 5}));
}

TEST(HierarchicalRoute, LongestWaysAreThoseOfTheInterfaceRule) {
    for (int d = 1; d <= 4; ++d) {
        for (int dimensions = d + 1; dimensions <= 7; ++dimensions) {
            const auto longest = [&](Scheme scheme, const char* interface) {
                const HierarchicalHypercube cubes(d, dimensions, scheme);
                const auto routing = on(cubes, "fixed", interface);
                std::size_t most = 0;
                for (NodeId from = 0; from < cubes.nodes(); ++from) {
                    for (NodeId to = 0; to < cubes.nodes(); ++to) {
                        for (const std::uint16_t salt : {0, 0x8000}) {
                            most = std::max(most, path(cubes, *routing, from, to, salt).size() - 1);
                        }
                    }
                }
                return static_cast<int>(most);
            };
            EXPECT_EQ(longest(Scheme::plain, "closest"), dimensions + d);
            EXPECT_EQ(longest(Scheme::replicated, "closest"), dimensions + d / 2);
            EXPECT_EQ(longest(Scheme::replicated, "shortest"), dimensions);
        }
    }
}

TEST(HierarchicalRoute, ShortestInterfaceMakesShortestWays) {
    const HierarchicalHypercube cubes(3, 6, Scheme::replicated);
    for (const char* within : {"fixed", "random", "shortest_queue"}) {
        const auto routing = on(cubes, within, "shortest");
        for (NodeId from = 0; from < cubes.nodes(); ++from) {
            for (NodeId to = 0; to < cubes.nodes(); ++to) {
                for (std::size_t pick = 0; pick < 3; ++pick) {
                    ASSERT_EQ(path(cubes, *routing, from, to, 0x8000, pick).size() - 1,
                              static_cast<std::size_t>(cubes.distance(from, to)));
                }
            }
        }
    }
}

/// Mean distances of BH/BH-RS with d = 2, D = 5: nearest interface by the closed form 3.0322580645,
/// shortest ways by search 2.8064516129.
TEST(HierarchicalRoute, MeanDistancesAreThoseOfTheirInterfaceRule) {
    const HierarchicalHypercube cubes(2, 5, Scheme::replicated);
    const auto mean = [&](const char* interface) {
        const auto routing = on(cubes, "fixed", interface);
        double hops = 0;
        for (NodeId from = 0; from < cubes.nodes(); ++from) {
            for (NodeId to = 0; to < cubes.nodes(); ++to) {
                for (const std::uint16_t salt : {0, 0x8000}) {
                    hops += static_cast<double>(path(cubes, *routing, from, to, salt).size()) - 1;
                }
            }
        }
        return hops / 2 / (32 * 31);
    };
    EXPECT_NEAR(mean("closest"), 3.0322580645, 1e-9);
    EXPECT_NEAR(mean("shortest"), 2.8064516129, 1e-9);
}

TEST(HierarchicalRoute, TiesBetweenInterfacesGoByTheHighestBitOfTheSalt) {
    const HierarchicalHypercube cubes(2, 4, Scheme::replicated);
    const auto routing = on(cubes, "fixed", "closest");
    // Local 1 is one hop from local 0 and one from local 3.
    EXPECT_EQ(path(cubes, *routing, 1, 4, 0x7FFF), (Path{1, 0, 4}));
    EXPECT_EQ(path(cubes, *routing, 1, 4, 0x8000), (Path{1, 3, 7, 6, 4}));
}

TEST(HierarchicalRoute, AdaptiveLegsOfferEveryDifferingDimension) {
    const HierarchicalHypercube cubes(3, 7, Scheme::plain);
    const auto routing = on(cubes, "random", "closest");
    RouteQuery query;
    query.here = query.source = 8 + 5;
    query.destination = 0x60 + 3;
    std::vector<RouteCandidate> all;
    routing->candidates(query, all);  // up, from local 5 to 0; its parity is even
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{0, 0}, {2, 0}}));
    query.here = 8;
    query.hop = 2;
    all.clear();
    routing->candidates(query, all);  // from cluster 1, odd, to 12: bits 0, 2, 3 of the cluster
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{3, 0}, {5, 0}, {6, 0}}));
    query.here = 0x60;
    query.hop = 5;
    all.clear();
    routing->candidates(query, all);  // down, to local 3
    EXPECT_EQ(all, (std::vector<RouteCandidate>{{0, 2}, {1, 2}}));
    EXPECT_EQ(routing->vc_classes(), 4);
}

TEST(HierarchicalRoute, VerdictsAreThoseOfTheTable) {
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
                for (const char* interface : {"closest", "shortest"}) {
                    const auto fixed = on(cubes, "fixed", interface);
                    EXPECT_EQ(cyclic(cubes, *fixed, true), scheme == Scheme::replicated);
                    EXPECT_FALSE(cyclic(cubes, *fixed, false));
                    const auto random = on(cubes, "random", interface);
                    EXPECT_TRUE(cyclic(cubes, *random, true));
                    EXPECT_FALSE(cyclic(cubes, *random, false));
                }
            }
        }
    }
    const HierarchicalCubic cubic(2);
    EXPECT_TRUE(cyclic(cubic, SimpleCubicRoute(cubic), true));
    EXPECT_FALSE(cyclic(cubic, SimpleCubicRoute(cubic), false));
}

/// Every message arrives, and the classes that the routing asks for are enough.
TEST(HierarchicalRoute, IsFreeOfDeadlockOnEveryComposition) {
    for (const auto& network : compositions()) {
        const auto& whole = dynamic_cast<const Hierarchical&>(*network);
        for (const std::string interface : {"closest", "shortest"}) {
            SCOPED_TRACE(whole.cluster_network().kind() + " in " + whole.top_network().kind() +
                         ", " + std::to_string(whole.interfaces().size()) + " " + interface);
            const auto routing = make_routing("hierarchical", whole, {{"interface", interface}});
            std::vector<int> classes(static_cast<std::size_t>(routing->vc_classes()));
            std::iota(classes.begin(), classes.end(), 0);
            const RoutingCheck check = check_routing(whole, *routing, classes);
            EXPECT_EQ(check.defect.value_or(""), "");
            EXPECT_TRUE(check.cycle.empty());
        }
    }
}

TEST(HierarchicalRoute, GivesTheWayDownClassesOfItsOwnWhereItNeedsThem) {
    // Whether there is a cycle if down shares the classes of up, which has `up` of them.
    const auto classes_of = [](const Options::Value& cluster, const Options::Value& top,
                               const Options::Value& interface, int up, bool cyclic) {
        const auto network = composed(cluster, top, interface);
        const auto routing = make_routing("hierarchical", *network, {});
        std::vector<int> shared(static_cast<std::size_t>(routing->vc_classes()));
        for (std::size_t i = 0; i < shared.size(); ++i) {
            shared[i] = static_cast<int>(i) % up;
        }
        EXPECT_EQ(!check_routing(*network, *routing, shared).cycle.empty(), cyclic);
        return routing->vc_classes();
    };
    const Options::Value grid = mesh_of({3, 3});
    EXPECT_EQ(classes_of(grid, grid, std::vector<std::int64_t>{4}, 1, false), 1);
    EXPECT_EQ(classes_of(grid, grid, std::vector<std::int64_t>{0, 8}, 1, true), 2);
    EXPECT_EQ(classes_of(grid, grid, std::string("all"), 1, false), 1);
    EXPECT_EQ(classes_of(ring_of(6), grid, std::string("first"), 2, true), 4);
    EXPECT_EQ(classes_of(grid, ring_of(6), std::string("first"), 2, false), 2)
        << "those of the top";
}

TEST(HierarchicalRoute, TakesShortestWaysOverTheShortestInterface) {
    const auto network = composed(mesh_of({4, 3}), ring_of(5), std::vector<std::int64_t>{0, 6, 11});
    const auto shortest =
        make_routing("hierarchical", *network, {{"interface", std::string("shortest")}});
    const auto closest = make_routing("hierarchical", *network, {});
    const auto& clusters = dynamic_cast<const Hierarchical&>(*network);
    for (NodeId from = 0; from < network->nodes(); ++from) {
        for (NodeId to = 0; to < network->nodes(); ++to) {
            for (const std::uint16_t salt : {0, 0x5556, 0xAAAB}) {
                ASSERT_EQ(path(*network, *shortest, from, to, salt).size() - 1,
                          static_cast<std::size_t>(network->distance(from, to)));
                // Up to the first of the closest interfaces from floor(3 * salt / 65536) on.
                const Topology& inside = clusters.cluster_network();
                RouterId wanted = kNoNode;
                for (std::size_t k = 0; k < 3; ++k) {
                    const RouterId next = clusters.interfaces()[(3U * salt / 65536 + k) % 3];
                    if (wanted == kNoNode || inside.distance(clusters.local(from), next) <
                                                 inside.distance(clusters.local(from), wanted)) {
                        wanted = next;
                    }
                }
                const Path way = path(*network, *closest, from, to, salt);
                const auto leaves = std::adjacent_find(
                    way.begin(), way.end(),
                    [&](NodeId a, NodeId b) { return clusters.cluster(a) != clusters.cluster(b); });
                ASSERT_TRUE(leaves == way.end() || clusters.local(*leaves) == wanted)
                    << from << " to " << to;
            }
        }
    }
}

TEST(HierarchicalRoute, TakesTheRoutingsThatItIsGiven) {
    const auto network = composed(mesh_of({3, 3}), cube_of(2), std::string("first"));
    const Options yx{{"order", std::vector<std::int64_t>{1, 0}}};
    const auto routing = make_routing(
        "hierarchical", *network,
        {{"cluster", inner("dimension_order", yx)}, {"top", inner("random_minimal", {})}});
    EXPECT_EQ(routing->selection(), RouteSelection::random);
    EXPECT_EQ(path(*network, *routing, 8, 35, 0, 1), (Path{8, 5, 2, 1, 0, 18, 27, 30, 33, 34, 35}));
    const auto key_of = [&](const Options& options) {
        try {
            make_routing("hierarchical", *network, options);
        } catch (const OptionError& error) {
            return error.key();
        }
        return std::string("accepted");
    };
    EXPECT_EQ(key_of({{"cluster", inner("ecube", {})}}), "cluster.algorithm");
    EXPECT_EQ(key_of({{"cluster", inner("valiant", {})}}), "cluster.algorithm");
    EXPECT_EQ(key_of({{"top", inner("duato", {})}}), "top.algorithm");
    EXPECT_EQ(key_of({{"top", inner("up_down", {{"root", std::int64_t{9}}})}}), "top.root");
    EXPECT_EQ(key_of({{"cluster", inner("west_first", {})}, {"top", inner("random_minimal", {})}}),
              "top.algorithm");
    EXPECT_EQ(key_of({{"within", std::string("random")}}), "within");
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
