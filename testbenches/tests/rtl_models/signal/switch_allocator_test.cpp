// Data sheet of the switch allocator: two network ports and the node's, two VCs, input-first,
// round robin.
#include "rtl_models/signal/switch_allocator.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr std::size_t kPorts = 3;

struct Bench : UnitBench {
    Bench() : unit("switch_allocator", parameters()) {
        clock(unit);
        for (std::size_t p = 0; p < kPorts; ++p) {
            unit.active_i[p](active[p]);
            unit.filled_i[p](filled[p]);
            unit.ready_i[p](ready[p]);
            unit.grant_o[p](grant[p]);
            ready[p].write(3);
        }
        unit.select_o(select);
    }
    static rtl::SwitchAllocator::Parameters parameters() {
        rtl::SwitchAllocator::Parameters all;
        all.router.virtual_channels = 2;
        all.ports = rtl::port_layout(all.router, 2);
        return all;
    }
    /// VC v of input p holds VC 0 of output to[v], -1: nothing. All active VCs have flits.
    void want(std::size_t p, int first, int second) {
        rtl::ActiveVcs vcs;
        vcs.of = rtl::PerVc<rtl::ActiveVc>(2);
        for (const auto& [v, port] : {std::pair{0, first}, std::pair{1, second}}) {
            if (port >= 0) {
                vcs.valid |= vc_bit(v);
                vcs.of[v] = {port, 0, 0};
            }
        }
        active[p].write(vcs);
        filled[p].write(vcs.valid);
    }

    TestedUnit<rtl::SwitchAllocator> unit;
    sc_core::sc_vector<sc_core::sc_signal<rtl::ActiveVcs>> active{"active", kPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> filled{"filled", kPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> ready{"ready", kPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> grant{"grant", kPorts};
    sc_core::sc_signal<rtl::Selects> select{"select"};
};

TEST(SwitchAllocator, GrantsInTheCycleOfTheRequest) {
    Bench bench;
    bench.edge();
    bench.want(0, -1, 2);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read(), vc_bit(1));
    EXPECT_EQ(bench.select.read()[2], 1U);
    bench.edge();
    bench.want(0, -1, -1);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read(), 0U);
    EXPECT_EQ(bench.select.read()[2], 0U);
}

TEST(SwitchAllocator, TwoVcsOfAnInputTakeTurns) {
    Bench bench;
    bench.edge();
    bench.want(0, 1, 2);
    for (const int winner : {0, 1, 0, 1}) {
        bench.settle();
        EXPECT_EQ(bench.grant[0].read(), vc_bit(winner));
        EXPECT_EQ(bench.select.read()[1] != 0, winner == 0);
        EXPECT_EQ(bench.select.read()[2] != 0, winner == 1);
        bench.edge();
    }
}

TEST(SwitchAllocator, TwoInputsTakeTurnsAtAnOutput) {
    Bench bench;
    bench.edge();
    bench.want(0, 2, -1);
    bench.want(1, 2, -1);
    for (const std::size_t winner : {0, 1, 0, 1}) {
        bench.settle();
        EXPECT_EQ(bench.select.read()[2], rtl::InputMask{1} << winner);
        EXPECT_EQ(bench.grant[winner].read(), vc_bit(0));
        EXPECT_EQ(bench.grant[1 - winner].read(), 0U);
        bench.edge();
    }
}

TEST(SwitchAllocator, AsksForNothingWithoutACredit) {
    Bench bench;
    bench.edge();
    bench.ready[2].write(vc_bit(1));
    bench.want(0, 2, -1);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read(), 0U);
    bench.edge();
    bench.ready[2].write(3);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read(), vc_bit(0));
}

TEST(SwitchAllocator, AGrantHoldsAsLongAsTheRequestAndTheArbiterMovesEachTime) {
    Bench bench;
    bench.edge();
    bench.want(0, 2, -1);
    for (int cycle = 0; cycle < 3; ++cycle) {
        bench.settle();
        EXPECT_EQ(bench.grant[0].read(), vc_bit(0));
        bench.edge();
    }
    // Input 0 won last, so input 1 comes first.
    bench.want(1, 2, -1);
    bench.settle();
    EXPECT_EQ(bench.select.read()[2], 2U);
}

}  // namespace
}  // namespace flitscope::tb
