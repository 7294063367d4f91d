// A verilated unit keeps the clock running only as long as it has something to do.
#include "rtl_models/cosim/verilated_unit.h"

#include <gtest/gtest.h>

#include "rtl_models/signal/clocking/clock.h"
#include "testbenches/tests/rtl_models/signal/switch_allocator_nets.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

TEST(VerilatedUnit, SleepsAfterAnEdgeThatChangedNothingUntilAnInputChanges) {
    rtl::Clock clock("clock");
    TestedUnit<rtl::SwitchAllocator> unit("switch_allocator",
                                          two_port_parameters<rtl::SwitchAllocator>());
    sc_core::sc_signal<bool> rst_n("rst_n", true);
    SwitchAllocatorNets nets(3);
    unit.clk_i(clock.clk);
    unit.rst_ni(rst_n);
    nets.bind(unit);
    clock.next_edge = [](rtl::Cycle) { return rtl::kNever; };
    const sc_core::sc_time cycles(10, sc_core::SC_NS);

    sc_core::sc_start(cycles);
    EXPECT_FALSE(clock.busy()) << "no request";

    // Two inputs take turns at output 2: the arbiters move at every edge.
    rtl::ActiveVcs to_2;
    to_2.valid = vc_bit(0);
    to_2.of = rtl::PerVc<rtl::ActiveVc>(2);
    to_2.of[0].port = 2;
    for (const std::size_t p : {0, 1}) {
        nets.active[p].write(to_2);
        nets.filled[p].write(vc_bit(0));
    }
    sc_core::sc_start(cycles);
    EXPECT_TRUE(clock.busy());
    const rtl::InputMask winner = nets.select.read()[2];
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
    EXPECT_EQ(nets.select.read()[2], 3U - winner);

    for (const std::size_t p : {0, 1}) {
        nets.filled[p].write(0);
    }
    sc_core::sc_start(cycles);
    EXPECT_FALSE(clock.busy()) << "no request again";
    EXPECT_EQ(nets.select.read()[2], 0U);
}

}  // namespace
}  // namespace flitscope::tb
