// Data sheet of the header unit: combinational, node 3 of six, two VCs.
#include "rtl_models/signal/units/header_unit.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::Control;
using rtl::vc_bit;

constexpr int kNode = 3;

struct HeaderUnitBench : UnitBench {
    /// `input`: 0 and 1 are network inputs, 2 is the injection input.
    explicit HeaderUnitBench(int addresses_per_flit, int input = 0) {
        network.topology = topology.get();
        network.routing = routing.get();
        network.headers.addresses_per_flit = addresses_per_flit;
        network.headers.longest = 3;
        network.headers.routings = {routing, routing};
        rtl::HeaderUnit::Parameters parameters;
        parameters.input = input;
        parameters.vcs = 2;
        parameters.ports = rtl::port_layout(network.router, 2);
        parameters.network = &network;
        unit = std::make_unique<TestedUnit<rtl::HeaderUnit>>("header_unit", parameters);
        unit->node_i(node);
        unit->head_i(head);
        unit->front_i(front);
        unit->head_o(routed);
        unit->action_o(action);
        unit->served_o(served);
        settle();
    }
    /// The flit leads in VC 1; in VC 0 is the head of a unicast.
    void hold(const rtl::Flit& flit) {
        rtl::PerVc<rtl::Flit> fronts(2);
        fronts[0] = unit_flit(1, 0, 4, 0, 5);
        fronts[1] = flit;
        front.write(fronts);
        rtl::Heads heads;
        heads.valid = vc_bit(0) | vc_bit(1);
        heads.of = rtl::PerVc<rtl::HeadFields>(2);
        for (int v = 0; v < 2; ++v) {
            heads.of[v] = {fronts[v].length, 0, fronts[v].destination, 9, 2, 0};
        }
        head.write(heads);
        settle();
    }
    rtl::Flit leading(std::uint32_t index, std::uint32_t entries_served = 0) const {
        rtl::Flit flit = unit_flit(7, index, 6, 1, header.entries.back().address);
        flit.header = rtl::flit_header(header, network.headers, index);
        flit.served = entries_served;
        return flit;
    }
    std::string actions() const {
        const rtl::HeaderActions& a = action.read();
        std::string text;
        const std::pair<rtl::VcMask, const char*> names[] = {{a.valid, "header"},
                                                             {a.receive, " receive"},
                                                             {a.forward, " forward"},
                                                             {a.drop, " drop"},
                                                             {a.error, " error"}};
        for (const auto& [mask, name] : names) {
            EXPECT_EQ(mask & vc_bit(0), 0u) << "a unicast has no action";
            text += (mask & vc_bit(1)) != 0 ? name : "";
        }
        return text;
    }

    std::unique_ptr<topo::Topology> topology =
        topo::make_topology("mesh", {{"size", std::vector<std::int64_t>{6}}});
    std::shared_ptr<const topo::RoutingFunction> routing =
        topo::make_routing("dimension_order", *topology, {});
    rtl::NetworkDescription network;
    rtl::Header header{{{1, Control::pass}, {kNode, Control::pass}, {5, Control::pass}}, 1, 0};
    sc_core::sc_signal<std::int32_t> node{"node", kNode};
    sc_core::sc_signal<rtl::Heads> head{"head"};
    sc_core::sc_signal<rtl::PerVc<rtl::Flit>> front{"front"};
    sc_core::sc_signal<rtl::Heads> routed{"routed"};
    sc_core::sc_signal<rtl::HeaderActions> action{"action"};
    sc_core::sc_signal<rtl::ServedEntries> served{"served"};
    std::unique_ptr<TestedUnit<rtl::HeaderUnit>> unit;
};

TEST(HeaderUnit, SendsOnTowardsAnAddressThatIsNotReached) {
    HeaderUnitBench bench(0);
    bench.hold(bench.leading(0));
    EXPECT_EQ(bench.actions(), "header forward");
    EXPECT_EQ(bench.routed.read().of[1].destination, 1);
    EXPECT_EQ(bench.routed.read().of[1].length, 6u);
    EXPECT_EQ(bench.served.read().of[1], 0u);
    EXPECT_EQ(bench.action.read().of[1], (rtl::HeaderWay{1, -1}));
}

TEST(HeaderUnit, ReceivesAtAnAddressAndMarksItServed) {
    HeaderUnitBench bench(0);
    bench.hold(bench.leading(0, 1));
    EXPECT_EQ(bench.actions(), "header receive forward");
    EXPECT_EQ(bench.routed.read().of[1].destination, 5);
    EXPECT_EQ(bench.served.read().of[1], 2u);
}

TEST(HeaderUnit, NeedsNothingOfAMessageButItsFlit) {
    HeaderUnitBench bench(0);
    auto message = std::make_unique<rtl::Header>(bench.header);
    rtl::Flit flit = bench.leading(0, 1);
    flit.header = rtl::flit_header(*message, bench.network.headers, 0);
    message->entries.assign(3, {0, Control::none});
    message.reset();
    bench.header.entries.assign(3, {0, Control::none});
    bench.hold(flit);
    EXPECT_EQ(bench.actions(), "header receive forward");
    EXPECT_EQ(bench.routed.read().of[1].destination, 5);
}

TEST(HeaderUnit, StopsAtTheLastAddress) {
    HeaderUnitBench bench(0);
    bench.header.entries.pop_back();
    bench.hold(bench.leading(0, 1));
    EXPECT_EQ(bench.actions(), "header receive");
    EXPECT_EQ(bench.served.read().of[1], 2u) << "all";
}

TEST(HeaderUnit, DropsAHeaderFlitWithNothingLeft) {
    HeaderUnitBench bench(2);
    bench.hold(bench.leading(0, 1));
    EXPECT_EQ(bench.actions(), "header receive drop");
    bench.hold(bench.leading(1));  // led by the flits that were dropped before it
    EXPECT_EQ(bench.actions(), "header forward");
    EXPECT_EQ(bench.routed.read().of[1].destination, 5);
    EXPECT_EQ(bench.routed.read().of[1].length, 5u) << "flits from this one to the tail";
}

TEST(HeaderUnit, SaysWhatIsAnError) {
    HeaderUnitBench bench(0);
    bench.header.entries[0].control = Control::none;
    bench.hold(bench.leading(0));
    EXPECT_EQ(bench.actions(), "header receive error");
    bench.hold(bench.leading(0, 3));  // no valid entry
    EXPECT_EQ(bench.actions(), "header receive error");
}

TEST(HeaderUnit, ReceivesNothingAtTheSourceAndNamesTheFirstPort) {
    HeaderUnitBench bench(0, 2);
    bench.header.entries[0].control = Control::receive;
    bench.hold(bench.leading(0));
    EXPECT_EQ(bench.actions(), "header forward");
    EXPECT_EQ(bench.action.read().of[1], (rtl::HeaderWay{1, 0}));
}

TEST(HeaderUnit, LetsUnicastsPassAsTheyAre) {
    HeaderUnitBench bench(0);
    bench.hold(bench.leading(0));
    EXPECT_EQ(bench.routed.read().of[0], bench.head.read().of[0]);
    EXPECT_EQ(bench.routed.read().valid, bench.head.read().valid);
}

}  // namespace
}  // namespace flitscope::tb
