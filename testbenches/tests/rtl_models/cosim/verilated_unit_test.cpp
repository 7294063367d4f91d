// A verilated unit keeps the clock running only as long as it has something to do.
#include "rtl_models/cosim/verilated_unit.h"

#include <gtest/gtest.h>

#include "rtl_models/signal/clock.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

TEST(VerilatedUnit, SleepsAfterAnEdgeThatChangedNothingUntilAnInputChanges) {
    constexpr std::size_t kPorts = 3;
    rtl::SwitchAllocator::Parameters parameters;
    parameters.router.virtual_channels = 2;
    parameters.ports = rtl::port_layout(parameters.router, 2);
    rtl::Clock clock("clock");
    TestedUnit<rtl::SwitchAllocator> unit("switch_allocator", parameters);
    sc_core::sc_signal<bool> rst_n("rst_n", true);
    sc_core::sc_vector<sc_core::sc_signal<rtl::ActiveVcs>> active("active", kPorts);
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> filled("filled", kPorts);
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> ready("ready", kPorts);
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> grant("grant", kPorts);
    sc_core::sc_signal<rtl::Selects> select("select");
    unit.clk_i(clock.clk);
    unit.rst_ni(rst_n);
    for (std::size_t p = 0; p < kPorts; ++p) {
        unit.active_i[p](active[p]);
        unit.filled_i[p](filled[p]);
        unit.ready_i[p](ready[p]);
        unit.grant_o[p](grant[p]);
        ready[p].write(3);
    }
    unit.select_o(select);
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
        active[p].write(to_2);
        filled[p].write(vc_bit(0));
    }
    sc_core::sc_start(cycles);
    EXPECT_TRUE(clock.busy());
    const rtl::InputMask winner = select.read()[2];
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS));
    EXPECT_EQ(select.read()[2], 3U - winner);

    for (const std::size_t p : {0, 1}) {
        filled[p].write(0);
    }
    sc_core::sc_start(cycles);
    EXPECT_FALSE(clock.busy()) << "no request again";
    EXPECT_EQ(select.read()[2], 0U);
}

}  // namespace
}  // namespace flitscope::tb
