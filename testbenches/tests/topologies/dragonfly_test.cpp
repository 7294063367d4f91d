#include "topologies/dragonfly.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "testbenches/tests/topologies/topology_checks.h"
#include "topologies/deadlock/deadlock.h"
#include "topologies/graph_measures.h"
#include "topologies/routing/minimal.h"
#include "topologies/routing/next_router.h"
#include "topologies/routing/ugal.h"
#include "topologies/routing/valiant.h"

namespace flitscope::topo {
namespace {

TEST(Dragonfly, EqualsItsDefinition) {
    for (int a = 2; a <= 5; ++a) {
        for (int h = 1; h <= 4; ++h) {
            const int p = 1 + (a + h) % 3;
            const Dragonfly network(a, h, p);
            expect_consistent(network);
            const int groups = a * h + 1;
            const GraphMeasures measures = measure_graph(network);
            EXPECT_EQ(network.routers(), a * groups);
            EXPECT_EQ(network.nodes(), p * a * groups);
            EXPECT_EQ(measures.links_by_class[0].second, groups * a * (a - 1) / 2);
            EXPECT_EQ(measures.links_by_class[1].second, groups * (groups - 1) / 2);
            EXPECT_EQ(measures.degree_min, a - 1 + h);
            EXPECT_EQ(measures.degree_max, a - 1 + h);
            EXPECT_EQ(measures.distances->diameter, 3);
            for (int group = 0; group < groups; ++group) {
                for (int r = 0; r < a; ++r) {
                    for (int j = 0; j < h; ++j) {
                        EXPECT_EQ(network.group(network.peer(group * a + r, a - 1 + j).node),
                                  (group + r * h + j + 1) % groups);
                    }
                }
            }
        }
    }
}

/// Both ends of a global link: hand-made, a = 4, h = 2.
TEST(Dragonfly, PairsTheEndsOfGlobalLinks) {
    const Dragonfly network(4, 2, 2);
    EXPECT_EQ(network.peer(0, 3), (PortPeer{1 * 4 + 3, 4}));   // to group 1
    EXPECT_EQ(network.peer(1, 4), (PortPeer{4 * 4 + 2, 3}));   // to group 4
    EXPECT_EQ(network.peer(35, 4), (PortPeer{7 * 4 + 0, 3}));  // group 8 + 8 = 7 (mod 9)
    EXPECT_EQ(network.peer(5, 0), (PortPeer{4, 0}));
    EXPECT_EQ(network.peer(5, 2), (PortPeer{7, 1}));
    EXPECT_EQ(network.router_name(35), "(3,8)");
}

TEST(Dragonfly, RefusesImpossibleParameters) {
    const auto key_of = [](std::int64_t a, std::int64_t h, std::int64_t p) {
        try {
            make_topology("dragonfly",
                          {{"routers_per_group", a}, {"global_links", h}, {"nodes_per_router", p}});
            return std::string("made");
        } catch (const OptionError& error) {
            return error.key();
        }
    };
    EXPECT_EQ(key_of(16, 8, 8), "made");
    EXPECT_EQ(key_of(1, 2, 2), "routers_per_group");
    EXPECT_EQ(key_of(257, 2, 2), "routers_per_group");
    EXPECT_EQ(key_of(2, 0, 2), "global_links");
    EXPECT_EQ(key_of(2, 2, 0), "nodes_per_router");
    EXPECT_EQ(key_of(256, 256, 4), "nodes_per_router");  // more than 2^26 nodes
}

/// The classes that a message asks for, a letter for the link before each: "l0g0l1".
std::string way(const Topology& network, const RoutingFunction& routing, RouterId from, RouterId to,
                std::uint16_t salt, bool detour = false) {
    RouteQuery query;
    query.here = query.source = from;
    query.destination = to;
    query.salt = salt;
    query.detour = detour;
    std::string text;
    while (query.here != to) {
        const RouteCandidate taken = routing.only_candidate(query);
        text += network.link_class(query.here, taken.port) == 0 ? 'l' : 'g';
        text += std::to_string(taken.vc_class);
        go_through(network, taken, query);
    }
    return text;
}

TEST(Dragonfly, RoutesOverOneOrTwoGlobalLinks) {
    const Dragonfly network(4, 2, 2);  // 9 groups
    const DragonflyMinimal minimal(network);
    EXPECT_EQ(way(network, minimal, 0, 3, 0), "l1");
    EXPECT_EQ(way(network, minimal, 0, 7, 0), "g0");  // exit 0, entry 3
    EXPECT_EQ(way(network, minimal, 1, 4, 0), "l0g0l1");
    const DragonflyValiant valiant(network);
    const auto salt_of = [](int group) {
        return static_cast<std::uint16_t>((group * 65536 + 8) / 9);
    };
    EXPECT_EQ(valiant.intermediate(salt_of(5)), 5);
    EXPECT_EQ(way(network, valiant, 0, 3, salt_of(5)), "l2");
    EXPECT_EQ(way(network, valiant, 1, 4, salt_of(1)), "l1g1l2");  // group of the destination
    EXPECT_EQ(way(network, valiant, 1, 4, salt_of(0)), "l1g1l2");  // own group
    // Group 5 from 0: link 4, exit 2, entry 1 of group 5; to group 1: link 4, exit 2, entry 1.
    EXPECT_EQ(way(network, valiant, 1, 4, salt_of(5)), "l0g0l1g1l2");
    const auto ugal = make_routing("ugal", network, {});
    EXPECT_EQ(way(network, *ugal, 1, 4, salt_of(5)), "l1g1l2");
    EXPECT_EQ(way(network, *ugal, 1, 4, salt_of(5), true), "l0g0l1g1l2");
    RouteQuery query;
    query.here = query.source = 1;
    query.destination = 4;
    query.salt = salt_of(5);
    EXPECT_EQ(ugal->hops(query), 3);
    query.detour = true;
    EXPECT_EQ(ugal->hops(query), 5);
}

/// A routing that does not say that groups are alike.
class EveryGroup final : public RoutingFunction {
public:
    explicit EveryGroup(const RoutingFunction& routing) : routing_(&routing) {}
    std::string algorithm() const override { return "every_group"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override {
        routing_->candidates(query, out);
    }
    RouteSelection selection() const override { return routing_->selection(); }
    int vc_classes() const override { return routing_->vc_classes(); }
    RouteDependence dependence() const override {
        RouteDependence all = routing_->dependence();
        all.shift = 0;
        return all;
    }

private:
    const RoutingFunction* routing_;
};

TEST(Dragonfly, OneGroupStandsForAllInTheChecks) {
    const Dragonfly network(3, 2, 1);
    for (const char* algorithm : {"minimal", "valiant", "ugal"}) {
        const auto routing = make_routing(algorithm, network, {});
        ASSERT_EQ(routing->dependence().shift, 3);
        const int n = routing->vc_classes();
        std::vector<int> classes(static_cast<std::size_t>(n));
        // All ways in which classes share VCs, with one message class and with two.
        for (int ways = 0; ways < n * n * n; ++ways) {
            for (std::size_t c = 0, left = static_cast<std::size_t>(ways); c < classes.size();
                 ++c, left /= static_cast<std::size_t>(n)) {
                classes[c] = static_cast<int>(left) % n;
            }
            std::vector<int> twice = classes;
            twice.insert(twice.end(), classes.begin(), classes.end());
            for (const std::vector<int>& effective : {classes, twice}) {
                const RoutingCheck check = check_routing(network, *routing, effective);
                const RoutingCheck whole = check_routing(network, EveryGroup(*routing), effective);
                EXPECT_TRUE(check.by_symmetry);
                EXPECT_FALSE(whole.by_symmetry);
                EXPECT_EQ(check.cycle.size(), whole.cycle.size()) << algorithm << " " << ways;
                EXPECT_EQ(check.pairs, whole.pairs);
            }
        }
    }
}

TEST(Dragonfly, RoutingsAreFreeOfDeadlockWithTheirClassesAndCyclicWithFewer) {
    for (const auto& [a, h] : {std::pair{2, 1}, {3, 1}, {2, 2}, {4, 2}}) {
        const Dragonfly network(a, h, 1);
        for (const char* algorithm : {"minimal", "valiant", "ugal"}) {
            const auto routing = make_routing(algorithm, network, {});
            std::vector<int> classes(static_cast<std::size_t>(routing->vc_classes()));
            std::iota(classes.begin(), classes.end(), 0);
            const RoutingCheck check = check_routing(network, *routing, classes);
            EXPECT_TRUE(check.deadlock_free()) << algorithm << " " << a << " " << h;
            std::fill(classes.begin(), classes.end(), 0);
            EXPECT_FALSE(check_routing(network, *routing, classes).cycle.empty())
                << algorithm << " " << a << " " << h;
        }
    }
}

}  // namespace
}  // namespace flitscope::topo
