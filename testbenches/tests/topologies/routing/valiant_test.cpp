#include "topologies/routing/valiant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "topologies/deadlock/deadlock.h"
#include "topologies/registry.h"

namespace flitscope::topo {
namespace {

using Sizes = std::vector<std::int64_t>;

std::vector<std::unique_ptr<Topology>> valiant_networks() {
    std::vector<std::unique_ptr<Topology>> all;
    all.push_back(make_topology("hypercube", {{"dimensions", std::int64_t{4}}}));
    all.push_back(make_topology("mesh", {{"size", Sizes{5, 3}}}));
    all.push_back(make_topology("torus", {{"size", Sizes{4, 5}}}));
    all.push_back(make_topology("ring", {{"nodes", std::int64_t{7}}}));
    all.push_back(make_topology("flattened_butterfly", {{"radix", std::int64_t{4}},
                                                        {"dimensions", std::int64_t{2}},
                                                        {"concentration", std::int64_t{1}}}));
    return all;
}

std::unique_ptr<RoutingFunction> base_of(const Topology& topology) {
    return make_routing(topology.kind() == "hypercube" ? "ecube" : "dimension_order", topology, {});
}

/// The candidates on the way of a message, in order.
std::vector<RouteCandidate> way(const Topology& topology, const RoutingFunction& routing,
                                RouteQuery query) {
    std::vector<RouteCandidate> taken;
    while (query.here != query.destination) {
        taken.push_back(routing.only_candidate(query));
        const PortPeer there = topology.peer(query.here, taken.back().port);
        query.here = there.node;
        query.input_port = there.port;
        ++query.hop;
    }
    return taken;
}

RouteQuery message(NodeId from, NodeId to, std::uint16_t salt) {
    RouteQuery query;
    query.here = query.source = from;
    query.destination = to;
    query.salt = salt;
    return query;
}

TEST(Valiant, GoesByTheBaseToTheIntermediateNodeAndFromThere) {
    for (const auto& topology : valiant_networks()) {
        const auto base = base_of(*topology);
        const Valiant routing(*topology, base_of(*topology));
        for (NodeId from = 0; from < topology->nodes(); ++from) {
            for (NodeId to = 0; to < topology->nodes(); ++to) {
                const auto salt = static_cast<std::uint16_t>(from * 977 + to * 31);
                const NodeId between = routing.intermediate(from, salt);
                std::vector<RouteCandidate> expected =
                    way(*topology, *base, message(from, between, 0));
                for (RouteCandidate second : way(*topology, *base, message(between, to, 0))) {
                    second.vc_class += base->vc_classes();
                    expected.push_back(second);
                }
                const auto taken = way(*topology, routing, message(from, to, salt));
                // It may meet its destination on the way.
                ASSERT_LE(taken.size(), expected.size());
                expected.resize(taken.size());
                ASSERT_EQ(taken, expected) << topology->kind() << " " << from << " to " << to;
            }
        }
    }
}

TEST(Valiant, EverySourceDrawsEveryNodeAlike) {
    const auto mesh = make_topology("mesh", {{"size", Sizes{10, 10}}});
    const Valiant routing(*mesh, base_of(*mesh));
    for (const NodeId source : {0, 1, 55, 99}) {
        std::vector<int> drawn(100, 0);
        for (int salt = 0; salt < 65536; ++salt) {
            const NodeId node = routing.intermediate(source, static_cast<std::uint16_t>(salt));
            ++drawn.at(static_cast<std::size_t>(node));
        }
        // Mean 655.36, standard deviation 25.5: six of them.
        const auto [least, most] = std::minmax_element(drawn.begin(), drawn.end());
        EXPECT_GT(*least, 502) << source;
        EXPECT_LT(*most, 809) << source;
    }
}

TEST(Valiant, IsFreeOfDeadlockWithTwiceTheClassesOfTheBase) {
    for (const auto& topology : valiant_networks()) {
        const auto routing = make_routing("valiant", *topology, {});
        std::vector<int> classes(static_cast<std::size_t>(routing->vc_classes()));
        std::iota(classes.begin(), classes.end(), 0);
        const RoutingCheck check = check_routing(*topology, *routing, classes);
        EXPECT_TRUE(check.deadlock_free()) << topology->kind();
        EXPECT_EQ(check.pairs, topology->nodes() * (topology->nodes() - 1));
        const std::size_t base = classes.size() / 2;
        for (std::size_t c = 0; c < base; ++c) {
            classes[base + c] = classes[c];
        }
        EXPECT_FALSE(check_routing(*topology, *routing, classes).deadlock_free())
            << topology->kind();
    }
}

/// The same routing without a word about its legs: every salt is followed.
class Unfolded final : public RoutingFunction {
public:
    explicit Unfolded(const RoutingFunction& routing) : routing_(&routing) {}
    std::string algorithm() const override { return "unfolded"; }
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const override {
        routing_->candidates(query, out);
    }
    int vc_classes() const override { return routing_->vc_classes(); }
    RouteDependence dependence() const override {
        RouteDependence some = routing_->dependence();
        some.salts.resize(200);  // each of the few nodes is drawn many times
        return some;
    }

private:
    const RoutingFunction* routing_;
};

TEST(Valiant, LegsSingledOutGiveTheVerdictOfAllSalts) {
    for (const auto& topology : {make_topology("hypercube", {{"dimensions", std::int64_t{3}}}),
                                 make_topology("mesh", {{"size", Sizes{3, 3}}}),
                                 make_topology("ring", {{"nodes", std::int64_t{5}}})}) {
        const auto routing = make_routing("valiant", *topology, {});
        const auto classes = static_cast<std::size_t>(routing->vc_classes());
        const Unfolded unfolded(*routing);
        // Which classes share VCs, of both message classes, or of one alone.
        for (int shared = 0; shared < 64; ++shared) {
            std::vector<int> effective(classes * (shared < 32 ? 1 : 2));
            for (std::size_t k = 0; k < effective.size(); ++k) {
                effective[k] = (shared * 7 + static_cast<int>(k * k) + shared / 5) % 4;
            }
            const RoutingCheck check = check_routing(*topology, *routing, effective);
            ASSERT_EQ(check.cycle.size(),
                      check_routing(*topology, unfolded, effective).cycle.size())
                << topology->kind() << " " << shared;
        }
    }
}

TEST(Valiant, FitsWhereItsBasesDo) {
    const auto complete = make_topology("complete", {{"nodes", std::int64_t{5}}});
    try {
        make_routing("valiant", *complete, {});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "algorithm");
        EXPECT_STREQ(error.what(),
                     "valiant does not fit topology complete, it is for hypercube, mesh, "
                     "concentrated_mesh, torus, ring, flattened_butterfly, dragonfly");
    }
}

}  // namespace
}  // namespace flitscope::topo
