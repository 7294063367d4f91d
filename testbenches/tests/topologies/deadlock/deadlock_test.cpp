#include "topologies/deadlock/deadlock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "topologies/hypercube.h"
#include "topologies/mesh.h"
#include "topologies/registry.h"
#include "topologies/routing/dimension_order.h"
#include "topologies/routing/ecube.h"
#include "topologies/routing/random_minimal.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::topo {
namespace {

std::vector<int> separate_classes(int n) {
    std::vector<int> classes(static_cast<std::size_t>(n));
    std::iota(classes.begin(), classes.end(), 0);
    return classes;
}

std::vector<int> one_class(int n) { return std::vector<int>(static_cast<std::size_t>(n), 0); }

/// A routing function written down in a test.
class AnyRouting : public RoutingFunction {
public:
    using Answer = std::function<std::vector<RouteCandidate>(const RouteQuery&)>;

    AnyRouting(Answer answer, RouteDependence dependence = {}, int classes = 1)
        : answer_(std::move(answer)), dependence_(std::move(dependence)), classes_(classes) {}

    std::string algorithm() const override { return "any"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override {
        const std::vector<RouteCandidate> answer = answer_(query);
        out.insert(out.end(), answer.begin(), answer.end());
    }
    int vc_classes() const override { return classes_; }
    RouteDependence dependence() const override { return dependence_; }

private:
    Answer answer_;
    RouteDependence dependence_;
    int classes_;
};

/// Every entry's channel ends where the next one starts.
void expect_closed(const std::vector<ChannelClass>& cycle) {
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        EXPECT_EQ(cycle[i].to, cycle[(i + 1) % cycle.size()].from) << i;
    }
}

TEST(Deadlock, EcubeIsFreeInEitherOrder) {
    for (int n = 1; n <= 8; ++n) {
        const Hypercube cube(n);
        for (const Ecube::Order order : {Ecube::Order::high_first, Ecube::Order::low_first}) {
            const RoutingCheck check = check_routing(cube, Ecube(order), {0});
            EXPECT_TRUE(check.deadlock_free()) << n;
            EXPECT_EQ(check.pairs, std::int64_t{cube.nodes()} * (cube.nodes() - 1));
            EXPECT_EQ(check.channels, std::int64_t{cube.nodes()} * n);
        }
    }
}

TEST(Deadlock, FollowsTheMillionPairsOfATenCube) {
    const Hypercube cube(10);
    const RoutingCheck check = check_routing(cube, Ecube(Ecube::Order::high_first), {0});
    EXPECT_TRUE(check.deadlock_free());
    EXPECT_EQ(check.pairs, 1047552);
    EXPECT_EQ(check.channels, 10240);
}

TEST(Deadlock, DimensionOrderIsFreeOnMeshes) {
    EXPECT_TRUE(check_routing(Mesh({7}), DimensionOrder(Mesh({7}), {}), {0}).deadlock_free());
    const Mesh flat({4, 5});
    EXPECT_EQ(check_routing(flat, DimensionOrder(flat, {}), {0}).channels, 2 * (3 * 5 + 4 * 4));
    EXPECT_TRUE(check_routing(flat, DimensionOrder(flat, {1, 0}), {0}).deadlock_free());
    const Mesh deep({3, 2, 4, 2});
    EXPECT_TRUE(check_routing(deep, DimensionOrder(deep, {2, 0, 3, 1}), {0}).deadlock_free());
}

TEST(Deadlock, RandomMinimalIsCyclicWithOneClassAndFreeWithItsHopClasses) {
    for (int n = 1; n <= 7; ++n) {
        const Hypercube cube(n);
        const RandomMinimal routing(cube);
        ASSERT_EQ(routing.vc_classes(), n / 2 + 1);
        EXPECT_TRUE(check_routing(cube, routing, separate_classes(n / 2 + 1)).deadlock_free()) << n;
        const RoutingCheck merged = check_routing(cube, routing, one_class(n / 2 + 1));
        EXPECT_FALSE(merged.defect) << n;
        EXPECT_EQ(merged.cycle.size(), n == 1 ? 0U : 4U) << n;
        expect_closed(merged.cycle);
    }
}

TEST(Deadlock, TwoOrdersOfDimensionsTogetherAreCyclic) {
    const Mesh mesh({3, 3});
    const DimensionOrder xy(mesh, {0, 1});
    const DimensionOrder yx(mesh, {1, 0});
    const AnyRouting::Answer by_source = [&](const RouteQuery& query) {
        const bool first = query.source % 2 == 0;
        RouteCandidate candidate = (first ? xy : yx).only_candidate(query);
        candidate.vc_class = first ? 0 : 1;
        return std::vector<RouteCandidate>{candidate};
    };
    const AnyRouting both(by_source, {false, true, false}, 2);
    EXPECT_TRUE(check_routing(mesh, both, {0, 1}).deadlock_free());
    const RoutingCheck shared = check_routing(mesh, both, {0, 0});
    EXPECT_FALSE(shared.cycle.empty());
    expect_closed(shared.cycle);
}

TEST(Deadlock, RequestsThatWaitForResponsesNeedTheirOwnClass) {
    const Hypercube cube(3);
    const Ecube routing(Ecube::Order::high_first);
    EXPECT_TRUE(check_routing(cube, routing, {0, 1}).deadlock_free());
    EXPECT_FALSE(check_routing(cube, routing, {0, 0}).cycle.empty());
    // One link: 0 to 1 holds the request, 1 to 0 is wanted by its response, and the other way
    // round.
    const RoutingCheck pair = check_routing(Hypercube(1), routing, {0, 0});
    EXPECT_EQ(pair.cycle, (std::vector<ChannelClass>{{0, 0, 1, 0}, {1, 0, 0, 0}}));
}

TEST(Deadlock, NamesTheFirstMessageThatIsLost) {
    const Mesh line({4});
    const auto defect_of = [&](const AnyRouting::Answer& answer,
                               const RouteDependence& dependence) {
        return check_routing(line, AnyRouting(answer, dependence), {0}).defect.value_or("none");
    };
    const RouteDependence nothing{false, false, false};
    const auto answer = [](PortId port, int vc_class) {
        return std::vector<RouteCandidate>{{port, vc_class}};
    };
    EXPECT_EQ(defect_of([&](const RouteQuery&) { return std::vector<RouteCandidate>{}; }, nothing),
              "message to node 0 at node 1, hop 0: the routing offers no way on");
    EXPECT_EQ(defect_of([&](const RouteQuery&) { return answer(2, 0); }, nothing),
              "message to node 0 at node 1, hop 0: port 2 is not connected");
    EXPECT_EQ(defect_of([&](const RouteQuery&) { return answer(0, 0); }, nothing),
              "message to node 0 at node 3, hop 0: port 0 is not connected");
    EXPECT_EQ(defect_of([&](const RouteQuery&) { return answer(1, 1); }, nothing),
              "message to node 0 at node 1, hop 0: VC class 1 does not exist");
    const auto back_and_forth = [&](const RouteQuery& query) {
        return answer(query.here == 2 && query.destination == 0 ? 0 : query.here == 0 ? 0 : 1, 0);
    };
    EXPECT_EQ(defect_of(back_and_forth, nothing),
              "message to node 0 at node 2, hop 0: it may run round in circles");
    EXPECT_EQ(defect_of(back_and_forth, {false, false, true}),
              "message to node 0 at node 3, hop 9: still on its way after twice as many hops as "
              "there are nodes");
}

TEST(Deadlock, RefusesAWrongNumberOfClasses) {
    const auto torus = make_topology("torus", {{"size", std::vector<std::int64_t>{4, 4}}});
    const auto routing = make_routing("dimension_order", *torus, {});
    ASSERT_EQ(routing->vc_classes(), 2);
    for (const std::vector<int>& classes :
         {std::vector<int>{}, std::vector<int>{0, 1, 2}, std::vector<int>{0, -1}}) {
        EXPECT_THROW(check_routing(*torus, *routing, classes), std::invalid_argument);
    }
}

/// Independent of the code under test: follows every single path of every pair.
class PathEnumeration {
public:
    PathEnumeration(const Topology& topology, const RoutingFunction& routing)
        : topology_(topology), routing_(routing) {
        for (NodeId from = 0; from < topology.nodes(); ++from) {
            for (NodeId to = 0; to < topology.nodes(); ++to) {
                if (from != to) {
                    RouteQuery query;
                    query.here = query.source = from;
                    query.destination = to;
                    follow(query, {});
                }
            }
        }
    }

    /// Vertices of a shortest cycle, by the shortest walk from each vertex back to itself; 0: none.
    std::size_t shortest_cycle() const {
        std::size_t best = 0;
        for (const auto& entry : wants_) {
            std::set<Key> reached{entry.first};
            std::set<Key> ring{entry.first};
            for (std::size_t length = 1; !ring.empty(); ++length) {
                std::set<Key> next;
                for (const Key& held : ring) {
                    const auto wanted = wants_.find(held);
                    if (wanted == wants_.end()) {
                        continue;
                    }
                    if (wanted->second.count(entry.first) != 0) {
                        best = best == 0 ? length : std::min(best, length);
                    }
                    for (const Key& key : wanted->second) {
                        if (reached.insert(key).second) {
                            next.insert(key);
                        }
                    }
                }
                ring = next;
            }
        }
        return best;
    }

private:
    using Key = std::vector<int>;  ///< node, port, class

    void follow(const RouteQuery& query, const Key& held) {
        std::vector<RouteCandidate> all;
        routing_.candidates(query, all);
        for (const RouteCandidate& candidate : all) {
            const Key wanted{query.here, candidate.port, candidate.vc_class};
            if (!held.empty()) {
                wants_[held].insert(wanted);
            }
            const PortPeer there = topology_.peer(query.here, candidate.port);
            if (there.node != query.destination) {
                RouteQuery next = query;
                next.here = there.node;
                next.input_port = there.port;
                ++next.hop;
                follow(next, wanted);
            }
        }
    }

    const Topology& topology_;
    const RoutingFunction& routing_;
    std::map<Key, std::set<Key>> wants_;
};

/// Minimal routing with candidates and classes drawn from what it claims to depend on.
AnyRouting drawn_routing(const Topology& topology, unsigned seed, const RouteDependence& dependence,
                         int classes) {
    return AnyRouting(
        [&topology, seed, dependence, classes](const RouteQuery& query) {
            std::uint64_t x = seed;
            const auto mix = [&x](int value) {
                x = (x ^ static_cast<std::uint64_t>(value + 7)) * 0x9E3779B97F4A7C15U;
                x ^= x >> 29;
            };
            mix(query.here);
            mix(query.destination);
            mix(dependence.input_port ? query.input_port : 0);
            mix(dependence.source ? query.source : 0);
            mix(dependence.hop ? query.hop : 0);
            std::vector<RouteCandidate> all;
            for (PortId port = 0; port < topology.ports(query.here); ++port) {
                const PortPeer there = topology.peer(query.here, port);
                mix(port);
                const bool minimal =
                    there.connected() && topology.distance(there.node, query.destination) <
                                             topology.distance(query.here, query.destination);
                if (minimal && (all.empty() || x % 4 == 0)) {
                    all.push_back(
                        {port, static_cast<int>((x >> 8) % static_cast<unsigned>(classes))});
                }
            }
            return all;
        },
        dependence, classes);
}

TEST(Deadlock, AgreesWithTheEnumerationOfAllPathsForDrawnRoutings) {
    const Hypercube cube(3);
    const Mesh mesh({3, 3});
    int cyclic = 0;
    int acyclic = 0;
    for (unsigned seed = 0; seed < 240; ++seed) {
        const Topology& topology = seed % 2 == 0 ? static_cast<const Topology&>(cube) : mesh;
        const RouteDependence dependence{(seed & 2U) != 0, (seed & 4U) != 0, (seed & 8U) != 0};
        const int classes = 1 + static_cast<int>(seed / 16 % 4);
        const AnyRouting routing = drawn_routing(topology, seed, dependence, classes);
        const RoutingCheck check = check_routing(topology, routing, separate_classes(classes));
        ASSERT_FALSE(check.defect) << *check.defect << ", seed " << seed;
        const std::size_t expected = PathEnumeration(topology, routing).shortest_cycle();
        ASSERT_EQ(check.cycle.size(), expected) << "seed " << seed;
        expect_closed(check.cycle);
        ++(expected == 0 ? acyclic : cyclic);
    }
    EXPECT_GT(cyclic, 20);
    EXPECT_GT(acyclic, 20);
}

TEST(Deadlock, AsksForEverySaltThatTheRoutingNames) {
    const Hypercube cube(2);
    const AnyRouting::Answer salted = [&](const RouteQuery& query) {
        const Ecube routing(query.salt == 0 ? Ecube::Order::low_first : Ecube::Order::high_first);
        return std::vector<RouteCandidate>{routing.only_candidate(query)};
    };
    EXPECT_TRUE(
        check_routing(cube, AnyRouting(salted, {false, false, false, {0}}), {0}).cycle.empty());
    EXPECT_EQ(
        check_routing(cube, AnyRouting(salted, {false, false, false, {0, 1}}), {0}).cycle.size(),
        4U);
}

}  // namespace
}  // namespace flitscope::topo
