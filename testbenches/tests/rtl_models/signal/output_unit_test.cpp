// Data sheet of the output unit: two VCs, buffers of two flits behind them.
#include "rtl_models/signal/units/output_unit.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

rtl::OutputUnit::Parameters two_vcs() {
    rtl::OutputUnit::Parameters all;
    all.vcs = all.used_vcs = 2;
    all.buffer_flits = 2;
    return all;
}

struct OutputUnitBench : UnitBench {
    explicit OutputUnitBench(const rtl::OutputUnit::Parameters& parameters = two_vcs())
        : unit("output_unit", parameters) {
        clock(unit);
        unit.taken_i(taken);
        unit.flit_i(flit);
        unit.credit_i(credit);
        unit.state_o(state);
        unit.ready_o(ready);
        unit.outstanding_o(outstanding);
        unit.flit_o(channel);
        if (unit.sent_i) {
            (*unit.sent_i)(sent);
        }
    }
    /// One cycle with these inputs.
    void cycle(rtl::VcMask granted, const rtl::Flit& crossing, rtl::VcMask credits) {
        edge();
        taken.write(granted);
        flit.write(crossing);
        credit.write({credits});
        settle();
    }

    TestedUnit<rtl::OutputUnit> unit;
    sc_core::sc_signal<rtl::VcMask> taken{"taken"};
    sc_core::sc_signal<rtl::Flit> flit{"flit"};
    sc_core::sc_signal<rtl::SentFlit> sent{"sent"};
    sc_core::sc_signal<rtl::Credit> credit{"credit"};
    sc_core::sc_signal<rtl::OutputState> state{"state"};
    sc_core::sc_signal<rtl::VcMask> ready{"ready"};
    sc_core::sc_signal<rtl::PerVc<std::uint32_t>> outstanding{"outstanding"};
    sc_core::sc_signal<rtl::Flit> channel{"channel"};
};

TEST(OutputUnit, AVcIsHeldFromTheEdgeAfterItsGrantToTheOneAfterTheTail) {
    OutputUnitBench bench;
    bench.cycle(vc_bit(1), {}, 0);
    bench.cycle(0, unit_flit(7, 0, 2, 1), 0);
    EXPECT_EQ(bench.state.read().held, vc_bit(1));
    EXPECT_EQ(bench.state.read().free, vc_bit(0));
    bench.cycle(0, unit_flit(7, 1, 2, 1), 0);
    EXPECT_EQ(bench.state.read().held, vc_bit(1));
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.state.read().held, 0U);
    EXPECT_EQ(bench.state.read().free, 3U);
}

TEST(OutputUnit, AFlitGoesOutAtOnceOneChannelFurther) {
    OutputUnitBench bench;
    bench.cycle(0, unit_flit(7, 0, 2), 0);
    EXPECT_EQ(bench.channel.read().hop, 1U);
    EXPECT_EQ(bench.channel.read().message, 7U);
    bench.cycle(0, {}, 0);
    EXPECT_FALSE(bench.channel.read().valid());
}

TEST(OutputUnit, BehindATraversalRegisterAFlitCountsACycleBeforeItCrosses) {
    rtl::OutputUnit::Parameters parameters = two_vcs();
    parameters.traversal_register = true;
    OutputUnitBench bench(parameters);
    bench.cycle(vc_bit(1), {}, 0);
    bench.edge();
    bench.taken.write(0);
    bench.sent.write({vc_bit(1), true});
    bench.settle();
    EXPECT_EQ(bench.state.read().held, vc_bit(1));
    EXPECT_FALSE(bench.channel.read().valid());
    bench.edge();
    bench.sent.write({});
    bench.flit.write(unit_flit(7, 1, 2, 1));
    bench.settle();
    EXPECT_EQ(bench.state.read().held, 0U) << "released by the grant of the tail";
    EXPECT_EQ(bench.outstanding.read()[1], 1U);
    EXPECT_EQ(bench.channel.read().message, 7U) << "in the cycle in which it crosses";
    EXPECT_EQ(bench.channel.read().hop, 1U);
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.outstanding.read()[1], 1U) << "and is not counted again";
    EXPECT_FALSE(bench.channel.read().valid());
}

TEST(OutputUnit, CreditsRunOutAndComeBack) {
    OutputUnitBench bench;
    bench.cycle(0, unit_flit(7, 0, 4), 0);
    bench.cycle(0, unit_flit(7, 1, 4), 0);
    EXPECT_EQ(bench.ready.read(), 3U);
    EXPECT_EQ(bench.outstanding.read()[0], 1U);
    bench.cycle(0, {}, vc_bit(0));
    EXPECT_EQ(bench.ready.read(), vc_bit(1));
    EXPECT_EQ(bench.outstanding.read()[0], 2U);
    bench.cycle(0, unit_flit(7, 2, 4), vc_bit(0));
    EXPECT_EQ(bench.ready.read(), 3U);
    EXPECT_EQ(bench.outstanding.read()[0], 1U);
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.outstanding.read()[0], 1U) << "one sent, one credited at one edge";
}

TEST(OutputUnit, WithBufferEmptyAVcIsFreeWhenAllCreditsAreBack) {
    rtl::OutputUnit::Parameters parameters = two_vcs();
    parameters.reuse_empty = true;
    OutputUnitBench bench(parameters);
    bench.cycle(vc_bit(0), {}, 0);
    bench.cycle(0, unit_flit(7, 0, 1), 0);
    bench.cycle(0, {}, vc_bit(0));
    EXPECT_EQ(bench.state.read().held, 0U);
    EXPECT_EQ(bench.state.read().free, vc_bit(1));
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.state.read().free, 3U);
}

TEST(OutputUnit, ASlowLinkIsReadyEveryThirdCycle) {
    rtl::OutputUnit::Parameters parameters = two_vcs();
    parameters.cycles_per_flit = 3;
    OutputUnitBench bench(parameters);
    bench.cycle(0, unit_flit(7, 0, 2), 0);
    EXPECT_EQ(bench.ready.read(), 3U);
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), 0U);
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), 0U);
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), 3U);
}

TEST(OutputUnit, EjectionNeedsNoCreditsAndIsNoChannel) {
    rtl::OutputUnit::Parameters parameters = two_vcs();
    parameters.ejection = true;
    OutputUnitBench bench(parameters);
    for (std::uint32_t i = 0; i < 5; ++i) {
        bench.cycle(0, unit_flit(7, i, 5), 0);
        EXPECT_EQ(bench.ready.read() | 3U, 3U);
        EXPECT_EQ(bench.channel.read().hop, 0U);
    }
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), 3U);
}

#ifndef FLITSCOPE_TESTED_IN_VERILOG
TEST(OutputUnit, VcsWithASharedBufferHaveACreditWhileASlotIsTheirsOrForAll) {
    rtl::OutputUnit::Parameters parameters = two_vcs();
    parameters.buffer_flits = 3;  // of each VC one of its own
    parameters.shared_flits = 2;
    OutputUnitBench bench(parameters);
    bench.cycle(0, {}, 0);
    for (std::uint32_t i = 0; i < 3; ++i) {
        EXPECT_EQ(bench.ready.read(), 3U);
        bench.cycle(0, unit_flit(7, i, 9, 1), 0);
    }
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), vc_bit(0)) << "its own slot is left";
    bench.cycle(0, unit_flit(8, 0, 9, 0), 0);
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), 0U);
    bench.cycle(0, {}, vc_bit(1));
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), 3U) << "the slot that VC 1 leaves is for both";
    bench.cycle(0, unit_flit(8, 1, 9, 0), 0);
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), 0U);
    bench.cycle(0, unit_flit(8, 2, 9, 0), vc_bit(1));  // a flit and a credit at one edge
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.outstanding.read()[0], 3U);
    EXPECT_EQ(bench.outstanding.read()[1], 1U);
    EXPECT_EQ(bench.ready.read(), 0U);
    bench.cycle(0, {}, vc_bit(1));
    bench.cycle(0, {}, 0);
    EXPECT_EQ(bench.ready.read(), vc_bit(1)) << "its own slot is free, the shared ones are not";
}
#endif

}  // namespace
}  // namespace flitscope::tb
