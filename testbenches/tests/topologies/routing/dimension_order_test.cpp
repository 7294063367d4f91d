#include "topologies/routing/dimension_order.h"

#include <gtest/gtest.h>

#include "topologies/chordal_ring.h"
#include "topologies/hypercube.h"

namespace flitscope::topo {
namespace {

using Order = std::vector<std::int64_t>;

/// Dimensions in the order in which a message travels them; checks that each hop is minimal.
std::vector<int> dimensions_travelled(const Mesh& mesh, const RoutingFunction& routing, NodeId from,
                                      NodeId to) {
    std::vector<int> travelled;
    RouteQuery query;
    query.here = query.source = from;
    query.destination = to;
    while (query.here != to) {
        const RouteCandidate next = routing.only_candidate(query);
        const PortPeer there = mesh.peer(query.here, next.port);
        EXPECT_EQ(mesh.distance(there.node, to), mesh.distance(query.here, to) - 1);
        query.here = there.node;
        query.input_port = there.port;
        ++query.hop;
        const int dimension = next.port / 2;
        if (travelled.empty() || travelled.back() != dimension) {
            travelled.push_back(dimension);
        }
    }
    return travelled;
}

TEST(DimensionOrder, CorrectsOneCoordinateAfterTheOtherForEveryPair) {
    const Mesh mesh({3, 4, 2});
    for (const Order& order : {Order{0, 1, 2}, Order{2, 0, 1}, Order{1, 2, 0}}) {
        const DimensionOrder routing(mesh, order);
        for (NodeId from = 0; from < mesh.nodes(); ++from) {
            for (NodeId to = 0; to < mesh.nodes(); ++to) {
                std::vector<int> differing;
                for (const std::int64_t dimension : order) {
                    const int d = static_cast<int>(dimension);
                    if (mesh.coordinate(from, d) != mesh.coordinate(to, d)) {
                        differing.push_back(d);
                    }
                }
                ASSERT_EQ(dimensions_travelled(mesh, routing, from, to), differing)
                    << from << " to " << to;
            }
        }
    }
}

TEST(DimensionOrder, IsXyUnlessToldOtherwise) {
    const Mesh mesh({4, 4});
    const auto routing = make_routing("dimension_order", mesh, {});
    EXPECT_EQ(dimensions_travelled(mesh, *routing, 0, 15), (std::vector<int>{0, 1}));
    const auto yx = make_routing("dimension_order", mesh, {{"order", Order{1, 0}}});
    EXPECT_EQ(dimensions_travelled(mesh, *yx, 0, 15), (std::vector<int>{1, 0}));
}

TEST(DimensionOrder, RefusesAnOrderThatIsNoPermutation) {
    const Mesh mesh({4, 4});
    for (const Order& order : {Order{0}, Order{0, 0}, Order{1, 2}, Order{0, 1, 2}, Order{-1, 0}}) {
        try {
            const DimensionOrder routing(mesh, order);
            FAIL() << order.size();
        } catch (const OptionError& error) {
            EXPECT_EQ(error.key(), "order");
            EXPECT_STREQ(error.what(),
                         "dimension_order: order must name each of the dimensions 0..1 once");
        }
    }
}

/// The dimensions that a message crosses in a cube, by way of the first node of all.
std::vector<int> dimensions_crossed(const RoutingFunction& routing, NodeId destination) {
    std::vector<int> crossed;
    RouteQuery query;
    query.destination = destination;
    while (query.here != destination && crossed.size() < 32) {
        crossed.push_back(routing.only_candidate(query).port);
        query.here ^= NodeId{1} << crossed.back();
        ++query.hop;
    }
    return crossed;
}

TEST(DimensionOrder, IsEcubeOnACube) {
    const Hypercube cube(4);
    const auto standard = make_routing("dimension_order", cube, {});
    EXPECT_EQ(dimensions_crossed(*standard, 0b1011), (std::vector<int>{0, 1, 3}));
    const auto down = make_routing("dimension_order", cube, {{"order", Order{3, 2, 1, 0}}});
    EXPECT_EQ(dimensions_crossed(*down, 0b1011), (std::vector<int>{3, 1, 0}));
    const auto other = make_routing("dimension_order", cube, {{"order", Order{1, 3, 0, 2}}});
    EXPECT_EQ(dimensions_crossed(*other, 0b1111), (std::vector<int>{1, 3, 0, 2}));
    // RTL computes the first two as it does e-cube, and looks the third one up.
    EXPECT_EQ(standard->settings(), (std::vector<int>{1}));
    EXPECT_TRUE(computed_in_verilog(*standard) && computed_in_verilog(*down));
    EXPECT_FALSE(computed_in_verilog(*other));
    EXPECT_THROW(make_routing("dimension_order", cube, {{"order", Order{0, 1}}}), OptionError);
}

TEST(DimensionOrder, RefusesOtherNetworksAndSaysWhatFits) {
    try {
        make_routing("dimension_order", ChordalRing(16, 5), {});
        FAIL();
    } catch (const OptionError& error) {
        EXPECT_EQ(error.key(), "algorithm");
        EXPECT_STREQ(error.what(),
                     "dimension_order does not fit topology chordal_ring, it is for mesh, "
                     "concentrated_mesh, torus, ring, hypercube, flattened_butterfly");
    }
}

}  // namespace
}  // namespace flitscope::topo
