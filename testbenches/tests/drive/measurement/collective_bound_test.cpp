#include "testbenches/drive/measurement/collective_bound.h"

#include <gtest/gtest.h>

#include "testbenches/drive/measurement/zero_load.h"
#include "topologies/concentrated_mesh.h"
#include "topologies/hypercube.h"
#include "topologies/mesh.h"

namespace flitscope::tb {
namespace {

using Kind = tl::ExchangeKind;

struct Net {
    rtl::NetworkDescription description;
    explicit Net(const topo::Topology& topology, int ports, int cycles_per_flit = 1) {
        description.topology = &topology;
        description.router.pipeline = 2;
        description.router.injection_ports = ports;
        description.router.ejection_ports = ports;
        description.links.assign(topology.link_classes().size(), {1, cycles_per_flit});
    }
    rtl::Cycle operator()(Kind kind, std::uint32_t length, topo::NodeId root = 0) const {
        tl::ExchangeRequest request;
        request.kind = kind;
        request.root = root;
        return CollectiveBound(description, request, 100).cycles(length);
    }
};

/// One hop takes 2 * 2 + 1 cycles, the 3 hops of the diameter 4 * 2 + 3; a start-up takes 100.
TEST(CollectiveBound, IsThatOfTheFarthestPair) {
    const topo::Hypercube cube(3);
    const Net net(cube, 1);
    EXPECT_EQ(net(Kind::barrier, 50), 100 + 11);
    EXPECT_EQ(net(Kind::reduce, 1), 100 + 11);
    EXPECT_EQ(net(Kind::reduce, 50), 100 + 11 + 49);
    EXPECT_EQ(Net(cube, rtl::kAll)(Kind::reduce, 50), 100 + 11 + 16);  // 17 flits on each of 3
    const topo::Mesh line({5});
    EXPECT_EQ(Net(line, 1)(Kind::reduce, 1, 0), 100 + 5 * 2 + 4);
    EXPECT_EQ(Net(line, 1)(Kind::reduce, 1, 2), 100 + 3 * 2 + 2);
    EXPECT_EQ(Net(line, 1)(Kind::all_reduce, 1, 2), 100 + 5 * 2 + 4);
}

/// Two routers of two nodes each: a node's data may come from the other one of its router.
TEST(CollectiveBound, CountsNoChannelsBetweenNodesOfOneRouter) {
    const topo::ConcentratedMesh mesh({2}, 2);
    EXPECT_EQ(Net(mesh, 1)(Kind::barrier, 1, 3), 100 + 5);
    EXPECT_EQ(Net(mesh, 1)(Kind::gather, 10, 3), 100 + 2 + 29);
    EXPECT_EQ(Net(mesh, 1, 9)(Kind::all_to_all, 10), 100 + 2 + 29);
    EXPECT_EQ(Net(mesh, rtl::kAll)(Kind::all_to_all, 10), 100 + 5);
}

TEST(CollectiveBound, IsWhatANodeMustSendOrReceive) {
    const topo::Hypercube cube(3);
    const Net net(cube, 1);
    EXPECT_EQ(net(Kind::gather, 10), 100 + 5 + 69);
    EXPECT_EQ(net(Kind::all_gather, 10), 100 + 5 + 69);
    EXPECT_EQ(net(Kind::all_to_all, 10), 100 + 5 + 69);
    EXPECT_EQ(net(Kind::all_reduce, 80), 100 + 5 + 139);  // 2 * 7 / 8 of 80
    EXPECT_EQ(Net(cube, 2)(Kind::gather, 10), 100 + 5 + 34);
    EXPECT_EQ(Net(cube, rtl::kAll)(Kind::gather, 10), 100 + 5 + 23);
    // The channels of the router: 24 flits on one of them, 4 cycles each; the last needs a cycle in
    // the last router, where the first, a head, needed two.
    EXPECT_EQ(Net(cube, rtl::kAll, 4)(Kind::gather, 10), 100 + 5 + 23 * 4 - 1);
    // A root in the corner of a mesh has two ports, one in the middle four.
    const topo::Mesh mesh({4, 4});
    EXPECT_EQ(Net(mesh, rtl::kAll)(Kind::gather, 16, 0), 100 + 5 + 119);
    EXPECT_EQ(Net(mesh, rtl::kAll)(Kind::gather, 16, 5), 100 + 5 + 59);
}

/// A message alone is as fast as anything can be; a body flit may catch up with its head.
TEST(CollectiveBound, IsMetBetweenTwoNodes) {
    const topo::Mesh pair({2});
    for (const int depth : {1, 2, 3, 4}) {
        for (const int cycles_per_flit : {1, 2, 3}) {
            Net net(pair, 1, cycles_per_flit);
            net.description.router.pipeline = depth;
            for (std::uint32_t length = 1; length <= 9; ++length) {
                const auto alone =
                    zero_load_times(net.description.router, net.description.links, length);
                EXPECT_EQ(net(Kind::gather, length), 100 + alone.delivered)
                    << depth << ", " << cycles_per_flit << ", " << length;
            }
        }
    }
}

TEST(CollectiveBound, IsWhatMustCrossTheBisection) {
    const topo::Mesh mesh({8, 2});  // two links between halves of 8 nodes
    const Net net(mesh, rtl::kAll);
    EXPECT_EQ(net(Kind::all_to_all, 10), 100 + 5 + 319 - 1);
    const topo::Mesh line({9});  // one link between 4 and 5 nodes
    EXPECT_EQ(Net(line, rtl::kAll)(Kind::all_to_all, 10), 100 + 5 + 199 - 1);
    EXPECT_EQ(Net(line, rtl::kAll, 3)(Kind::all_to_all, 10), 100 + 5 + 199 * 3 - 1);
}

}  // namespace
}  // namespace flitscope::tb
