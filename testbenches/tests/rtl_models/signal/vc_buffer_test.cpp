// Data sheet of the VC buffer: what its ports do, cycle by cycle.
#include "rtl_models/signal/vc_buffer.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

struct Bench : UnitBench {
    explicit Bench(int buffer_flits = 2) : unit("vc_buffer", {2, 2, buffer_flits}) {
        clock(unit);
        unit.flit_i(flit);
        unit.pop_i(pop);
        unit.credit_o(credit);
        unit.front_o(front);
    }
    /// One cycle with these inputs.
    void cycle(const rtl::Flit& arriving, rtl::VcMask popped) {
        edge();
        flit.write(arriving);
        pop.write(popped);
        settle();
    }
    const rtl::Fronts& fronts() const { return front.read(); }

    rtl::VcBuffer unit;
    sc_core::sc_signal<rtl::Flit> flit{"flit"};
    sc_core::sc_signal<rtl::VcMask> pop{"pop"};
    sc_core::sc_signal<rtl::Credit> credit{"credit"};
    sc_core::sc_signal<rtl::Fronts> front{"front"};
};

TEST(VcBuffer, AFlitIsAtTheFrontFromTheNextEdgeOn) {
    Bench bench;
    bench.cycle(unit_flit(7, 0, 2, 1), 0);
    EXPECT_EQ(bench.fronts().filled, 0U);
    bench.cycle({}, 0);
    EXPECT_EQ(bench.fronts().filled, vc_bit(1));
    EXPECT_EQ(bench.fronts().head, vc_bit(1));
    EXPECT_EQ(bench.fronts().tail, 0U);
    EXPECT_EQ(bench.fronts().flit[1], unit_flit(7, 0, 2, 1));
    EXPECT_EQ(bench.fronts().count[1], 1U);
}

TEST(VcBuffer, APopIsACreditAtOnceAndTheNextFlitAfterTheEdge) {
    Bench bench;
    bench.cycle(unit_flit(7, 0, 2), 0);
    bench.cycle(unit_flit(7, 1, 2), 0);
    bench.cycle({}, vc_bit(0));
    EXPECT_EQ(bench.credit.read().vcs, vc_bit(0));
    EXPECT_EQ(bench.fronts().flit[0].index, 0U);
    EXPECT_EQ(bench.fronts().count[0], 2U);
    EXPECT_EQ(bench.fronts().tail_held, vc_bit(0));
    bench.cycle({}, 0);
    EXPECT_EQ(bench.credit.read().vcs, 0U);
    EXPECT_EQ(bench.fronts().flit[0].index, 1U);
    EXPECT_EQ(bench.fronts().head, 0U);
    EXPECT_EQ(bench.fronts().tail, vc_bit(0));
    bench.cycle({}, vc_bit(0));
    bench.cycle({}, 0);
    EXPECT_EQ(bench.fronts().filled | bench.fronts().tail | bench.fronts().tail_held, 0U);
}

TEST(VcBuffer, ASlotThatIsFreedTakesTheFlitOfTheSameEdge) {
    Bench bench(1);
    bench.cycle(unit_flit(7, 0, 2), 0);
    bench.cycle(unit_flit(7, 1, 2), vc_bit(0));  // both at the next edge
    bench.cycle({}, 0);
    EXPECT_EQ(bench.fronts().flit[0].index, 1U);
    EXPECT_EQ(bench.fronts().count[0], 1U);
}

TEST(VcBuffer, ResetEmptiesIt) {
    Bench bench;
    bench.cycle(unit_flit(7, 0, 2), 0);
    bench.cycle({}, 0);
    bench.rst_n.write(false);
    bench.cycle({}, 0);
    bench.rst_n.write(true);
    bench.cycle(unit_flit(8, 0, 1), 0);
    EXPECT_EQ(bench.fronts().filled, 0U);
    bench.cycle({}, 0);
    EXPECT_EQ(bench.fronts().flit[0].message, 8U);
}

TEST(VcBuffer, APopOfAnEmptyFifoIsReported) {
    Bench bench;
    bench.cycle({}, vc_bit(1));
    try {
        bench.cycle({}, 0);
        FAIL() << "no report";
    } catch (const sc_core::sc_report& report) {
        EXPECT_STREQ(report.get_msg_type(), "/flitscope/signal/pop_empty");
        EXPECT_NE(std::string(report.get_msg()).find("vc_buffer: cycle"), std::string::npos);
        EXPECT_NE(std::string(report.get_msg()).find("pop of VC 1, which is empty"),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace flitscope::tb
