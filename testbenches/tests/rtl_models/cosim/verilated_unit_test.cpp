// A verilated unit is clocked at every edge; its outputs follow the inputs between them, too.
#include "rtl_models/cosim/verilated_unit.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/switch_allocator_nets.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

TEST(VerilatedUnit, MovesAtEveryEdgeAndFollowsItsInputsInBetween) {
    const auto parameters = two_port_parameters<rtl::SwitchAllocator>();
    TestedUnit<rtl::SwitchAllocator> unit("switch_allocator", parameters);
    sc_core::sc_clock clk("clk", 1, sc_core::SC_NS);
    sc_core::sc_signal<bool> rst_n("rst_n", true);
    SwitchAllocatorNets nets(3);
    unit.clk_i(clk);
    unit.rst_ni(rst_n);
    nets.bind(unit);
    const auto pass_ns = [](int time) {
        sc_core::sc_start(sc_core::sc_time(time, sc_core::SC_NS));
    };
    pass_ns(10);
    EXPECT_EQ(nets.select.read()[2], 0U) << "no request";

    // Two inputs take turns at output 2: the arbiters move at every edge.
    rtl::ActiveVcs to_2;
    to_2.valid = vc_bit(0);
    to_2.of = rtl::PerVc<rtl::ActiveVc>(2);
    to_2.of[0].port = 2;
    for (const std::size_t p : {0, 1}) {
        nets.active[p].write(to_2);
        nets.filled[p].write(vc_bit(0));
    }
    pass_ns(10);
    for (int cycle = 0; cycle < 4; ++cycle) {
        const rtl::InputMask winner = nets.select.read()[2];
        EXPECT_TRUE(winner == 1U || winner == 2U) << winner;
        pass_ns(1);
        EXPECT_EQ(nets.select.read()[2], 3U - winner);
    }

    const auto half_a_cycle = sc_core::sc_time(500, sc_core::SC_PS);
    sc_core::sc_start(half_a_cycle);
    for (const std::size_t p : {0, 1}) {
        nets.filled[p].write(0);
    }
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_PS));
    EXPECT_EQ(nets.select.read()[2], 0U) << "no request again, and no edge since";
}

}  // namespace
}  // namespace flitscope::tb
