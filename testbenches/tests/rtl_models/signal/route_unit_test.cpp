// Data sheet of the route unit: node 1 of a row of three, input 1 (from node 0).
#include "rtl_models/signal/units/route_unit.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/route_unit_nets.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

struct RouteUnitBench : UnitBench, RouteUnitNets {
    explicit RouteUnitBench(int pipeline, rtl::Switching switching = rtl::Switching::wormhole,
                            int nodes = 1)
        : topology(topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{3}}})),
          routing(topo::make_routing("dimension_order", *topology, {})),
          unit("route_unit", parameters(pipeline, switching, nodes)) {
        clock(unit);
        bind(unit);
        heads.of = rtl::PerVc<rtl::HeadFields>(2);
        grants.vc = rtl::PerVc<std::int32_t>(2);
    }
    rtl::RouteUnit::Parameters parameters(int pipeline, rtl::Switching switching, int nodes) const {
        rtl::RouteUnit::Parameters all;
        all.input = 1;
        all.router.virtual_channels = 2;
        all.router.pipeline = pipeline;
        all.router.switching = switching;
        all.router.ejection_ports = nodes == 1 ? 1 : 2;
        all.ports = rtl::port_layout(all.router, 2, nodes);
        all.addresses.local_bits = nodes == 1 ? 0 : 2;
        all.connected = {true, true};
        all.routing = routing.get();
        return all;
    }
    /// A head for node 2 at the front of VC 1; `tail_held`: its tail is there, too.
    void head(bool tail_held) {
        heads.valid = vc_bit(1);
        heads.of[1].length = 5;
        heads.of[1].destination = 2;
        head_wire.write(heads);
        tail_wire.write({0, tail_held ? vc_bit(1) : 0});
    }
    void tail() {
        heads.valid = 0;
        head_wire.write(heads);
        tail_wire.write({vc_bit(1), vc_bit(1)});
    }
    /// VC allocation: input VC 1 gets output VC 0.
    void win() {
        grants.valid = vc_bit(1);
        grants.vc[1] = 0;
        vc_grant.write(grants);
    }
    void lose() {
        grants.valid = 0;
        vc_grant.write(grants);
    }

    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    TestedUnit<rtl::RouteUnit> unit;
    rtl::Heads heads;
    rtl::VcGrants grants;
};

// The cycle of RC is 0; docs/router.md, section 4.
TEST(RouteUnit, AtDepthThreeAHeadIsRoutedAsksAndIsActiveInThreeCycles) {
    RouteUnitBench bench(3);
    bench.edge();
    bench.head(false);
    bench.settle();  // cycle 0: RC
    EXPECT_EQ(bench.route.read().valid, vc_bit(1));
    EXPECT_EQ(bench.route.read().of[1].port, 0);
    EXPECT_EQ(bench.route.read().of[1].allowed, 3U);
    EXPECT_EQ(bench.request.read().valid, 0U);
    bench.edge();
    bench.win();
    bench.settle();  // cycle 1: VA
    EXPECT_EQ(bench.route.read().valid, 0U);
    EXPECT_EQ(bench.request.read().valid, vc_bit(1));
    EXPECT_EQ(bench.request.read().of[1].port, 0);
    EXPECT_EQ(bench.request.read().of[1].length, 5U);
    EXPECT_EQ(bench.active.read().valid, 0U);
    bench.edge();
    bench.lose();
    bench.settle();  // cycle 2: SA
    EXPECT_EQ(bench.request.read().valid, 0U);
    EXPECT_EQ(bench.active.read().valid, vc_bit(1));
    EXPECT_EQ(bench.active.read().of[1].vc, 0);
    EXPECT_EQ(bench.stage.read().active, vc_bit(1));
}

TEST(RouteUnit, AtDepthTwoAHeadAsksInTheCycleInWhichItIsRouted) {
    RouteUnitBench bench(2);
    bench.edge();
    bench.head(false);
    bench.win();
    bench.settle();
    EXPECT_EQ(bench.request.read().valid, vc_bit(1));
    EXPECT_EQ(bench.active.read().valid, 0U);
    bench.edge();
    bench.lose();
    bench.settle();
    EXPECT_EQ(bench.request.read().valid, 0U);
    EXPECT_EQ(bench.active.read().valid, vc_bit(1));
}

TEST(RouteUnit, AtDepthOneAGrantIsActiveInItsCycle) {
    RouteUnitBench bench(1);
    bench.edge();
    bench.head(false);
    bench.win();
    bench.settle();
    EXPECT_EQ(bench.request.read().valid, vc_bit(1));
    EXPECT_EQ(bench.active.read().valid, vc_bit(1));
    EXPECT_EQ(bench.active.read().of[1].port, 0);
}

TEST(RouteUnit, TheVcIsIdleAgainWhenTheTailHasLeft) {
    RouteUnitBench bench(3);
    bench.edge();
    bench.head(false);
    bench.settle();
    bench.edge();
    bench.win();
    bench.settle();
    bench.edge();
    bench.lose();
    bench.tail();
    bench.grant.write(vc_bit(1));
    bench.settle();
    EXPECT_EQ(bench.active.read().valid, vc_bit(1));
    bench.edge();
    bench.grant.write(0);
    bench.head(false);  // of the next message
    bench.settle();
    EXPECT_EQ(bench.active.read().valid, 0U);
    EXPECT_EQ(bench.route.read().valid, vc_bit(1));
}

TEST(RouteUnit, StoreAndForwardWaitsForTheTail) {
    RouteUnitBench bench(3, rtl::Switching::store_and_forward);
    bench.edge();
    bench.head(false);
    bench.settle();
    EXPECT_EQ(bench.route.read().valid, 0U);
    bench.edge();
    bench.head(true);
    bench.settle();
    EXPECT_EQ(bench.route.read().valid, vc_bit(1));
}

/// The output for a message to this node, where every router has three with two ejection ports each
/// (docs/router.md, section 2).
int output_to(topo::RouterId router, int local) {
    RouteUnitBench bench(3, rtl::Switching::wormhole, 3);
    bench.edge();
    bench.head(false);
    bench.heads.of[1].source = 2;  // node 2 of router 0
    bench.heads.of[1].destination = router << 2 | local;
    bench.head_wire.write(bench.heads);
    bench.settle();
    return bench.route.read().of[1].port;
}

TEST(RouteUnit, AHeadLeavesByAnEjectionPortOfItsNode) { EXPECT_EQ(output_to(1, 0), 3); }

TEST(RouteUnit, TheNodesOfARouterHaveTheirEjectionPortsOneAfterTheOther) {
    EXPECT_EQ(output_to(1, 2), 7);
}

TEST(RouteUnit, AHeadForANodeOfAnotherRouterGoesThere) { EXPECT_EQ(output_to(2, 1), 0); }

TEST(RouteUnit, ItsNodeIsTheOneOfTheReset) {
    RouteUnitBench bench(3);
    bench.rst_n.write(false);
    bench.node.write(2);
    bench.edge();
    bench.edge();
    bench.rst_n.write(true);
    bench.node.write(0);
    bench.head(false);  // for node 2: here
    bench.settle();
    EXPECT_EQ(bench.route.read().of[1].port, 2);
}

}  // namespace
}  // namespace flitscope::tb
