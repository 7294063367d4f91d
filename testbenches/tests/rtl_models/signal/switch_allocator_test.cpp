// Data sheet of the switch allocator: two network ports and the node's, two VCs, input-first,
// round robin.
#include "rtl_models/signal/units/switch_allocator.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/switch_allocator_nets.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr std::size_t kSaPorts = 3;

struct SwitchAllocatorBench : UnitBench, SwitchAllocatorNets {
    SwitchAllocatorBench() : SwitchAllocatorNets(kSaPorts) {
        clock(unit);
        bind(unit);
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

    TestedUnit<rtl::SwitchAllocator> unit{"switch_allocator",
                                          two_port_parameters<rtl::SwitchAllocator>()};
};

TEST(SwitchAllocator, GrantsInTheCycleOfTheRequest) {
    SwitchAllocatorBench bench;
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
    SwitchAllocatorBench bench;
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
    SwitchAllocatorBench bench;
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
    SwitchAllocatorBench bench;
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
    SwitchAllocatorBench bench;
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
