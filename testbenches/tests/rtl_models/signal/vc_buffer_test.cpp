// Data sheet of the VC buffer: what its ports do, cycle by cycle.
#include "rtl_models/signal/units/vc_buffer.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/buffer_bench.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

struct VcBufferBench : BufferBench<TestedUnit<rtl::VcBuffer>> {
    explicit VcBufferBench(int buffer_flits = 2) : BufferBench("vc_buffer", {2, 2, buffer_flits}) {}
};

TEST(VcBuffer, AFlitIsAtTheFrontFromTheNextEdgeOn) {
    VcBufferBench bench;
    bench.cycle(unit_flit(7, 0, 2, 1), 0);
    EXPECT_EQ(bench.filled.read(), 0U);
    bench.cycle({}, 0);
    EXPECT_EQ(bench.filled.read(), vc_bit(1));
    EXPECT_EQ(bench.head.read().valid, vc_bit(1));
    EXPECT_EQ(bench.tail.read().front, 0U);
    EXPECT_EQ(bench.front.read()[1], unit_flit(7, 0, 2, 1));
    EXPECT_EQ(bench.head.read().of[1].destination, 2);
    EXPECT_EQ(bench.head.read().of[1].length, 2U);
    EXPECT_EQ(bench.count.read()[1], 1U);
}

TEST(VcBuffer, FlitsKeepTheirOperand) {
    VcBufferBench bench;
    const rtl::SharedValue<rtl::FlitOperand> operand = rtl::FlitOperand{3, {5, 7}};
    for (std::uint32_t i = 0; i < 2; ++i) {
        rtl::Flit flit = unit_flit(7, i, 2);
        flit.operand = operand;
        bench.cycle(flit, 0);
    }
    bench.cycle(unit_flit(8, 0, 1, 1), vc_bit(0));
    EXPECT_EQ(bench.front.read()[0].operand, operand);
    bench.cycle({}, 0);
    EXPECT_EQ(bench.front.read()[0].index, 1U);
    EXPECT_EQ(bench.front.read()[0].operand, operand);
    EXPECT_FALSE(bench.front.read()[1].operand) << "of another message";
}

TEST(VcBuffer, APopIsACreditAtOnceAndTheNextFlitAfterTheEdge) {
    VcBufferBench bench;
    bench.cycle(unit_flit(7, 0, 2), 0);
    bench.cycle(unit_flit(7, 1, 2), 0);
    bench.cycle({}, vc_bit(0));
    EXPECT_EQ(bench.credit.read().vcs, vc_bit(0));
    EXPECT_EQ(bench.front.read()[0].index, 0U);
    EXPECT_EQ(bench.count.read()[0], 2U);
    EXPECT_EQ(bench.tail.read().held, vc_bit(0));
    bench.cycle({}, 0);
    EXPECT_EQ(bench.credit.read().vcs, 0U);
    EXPECT_EQ(bench.front.read()[0].index, 1U);
    EXPECT_EQ(bench.head.read().valid, 0U);
    EXPECT_EQ(bench.tail.read().front, vc_bit(0));
    bench.cycle({}, vc_bit(0));
    bench.cycle({}, 0);
    EXPECT_EQ(bench.filled.read() | bench.tail.read().front | bench.tail.read().held, 0U);
}

TEST(VcBuffer, ASlotThatIsFreedTakesTheFlitOfTheSameEdge) {
    VcBufferBench bench(1);
    bench.cycle(unit_flit(7, 0, 2), 0);
    bench.cycle(unit_flit(7, 1, 2), vc_bit(0));  // both at the next edge
    bench.cycle({}, 0);
    EXPECT_EQ(bench.front.read()[0].index, 1U);
    EXPECT_EQ(bench.count.read()[0], 1U);
}

TEST(VcBuffer, ResetEmptiesIt) {
    VcBufferBench bench;
    bench.cycle(unit_flit(7, 0, 2), 0);
    bench.cycle({}, 0);
    bench.rst_n.write(false);
    bench.cycle({}, 0);
    bench.rst_n.write(true);
    bench.cycle(unit_flit(8, 0, 1), 0);
    EXPECT_EQ(bench.filled.read(), 0U);
    bench.cycle({}, 0);
    EXPECT_EQ(bench.front.read()[0].message, 8U);
}

#ifndef FLITSCOPE_TESTED_IN_VERILOG  // which reports nothing
TEST(VcBuffer, APopOfAnEmptyFifoIsReported) {
    VcBufferBench bench;
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
#endif

}  // namespace
}  // namespace flitscope::tb
