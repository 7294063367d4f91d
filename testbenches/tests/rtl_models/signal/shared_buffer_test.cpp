// Data sheet of the shared buffer: two VCs with a slot of their own, and two slots for both.
#include "rtl_models/signal/units/shared_buffer.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/buffer_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

rtl::VcBuffer::Parameters two_vcs() {
    rtl::VcBuffer::Parameters all;
    all.vcs = all.used_vcs = 2;
    all.buffer_flits = 3;
    all.shared_flits = 2;
    return all;
}

struct SharedBufferBench : BufferBench<rtl::SharedBuffer> {
    SharedBufferBench() : BufferBench("vc_buffer", two_vcs()) {}

    /// Flits first.. of a long message on a VC, one after the other.
    void fill(int vc, int flits) {
        for (int i = 0; i < flits; ++i) {
            cycle(unit_flit(7 + static_cast<std::uint32_t>(vc), next_[vc]++, 9, vc), 0);
        }
    }
    int held(int vc) {
        cycle({}, 0);
        return static_cast<int>(count.read()[vc]);
    }
    /// Whether the flit is taken, or reported.
    bool takes(int vc) {
        fill(vc, 1);
        try {
            cycle({}, 0);
            return true;
        } catch (const sc_core::sc_report& report) {
            EXPECT_STREQ(report.get_msg_type(), "/flitscope/signal/buffer_overflow");
            return false;
        }
    }

private:
    std::uint32_t next_[2] = {};
};

TEST(SharedBuffer, AVcTakesAllSharedSlotsAndNotThoseOfOthers) {
    SharedBufferBench bench;
    bench.fill(0, 3);
    EXPECT_EQ(bench.held(0), 3);
    bench.fill(1, 1);
    EXPECT_EQ(bench.held(1), 1) << "its own slot";
    EXPECT_FALSE(bench.takes(1));
}

TEST(SharedBuffer, AVcDoesNotTakeTheSlotOfAnother) {
    SharedBufferBench bench;
    bench.fill(0, 3);
    EXPECT_FALSE(bench.takes(0));
}

TEST(SharedBuffer, ASlotThatIsFreedIsForAll) {
    SharedBufferBench bench;
    bench.fill(0, 3);
    bench.fill(1, 1);
    bench.cycle({}, vc_bit(0));
    EXPECT_EQ(bench.credit.read().vcs, vc_bit(0));
    EXPECT_TRUE(bench.takes(1));
    EXPECT_EQ(bench.held(0), 2);
    EXPECT_EQ(bench.held(1), 2);
    EXPECT_FALSE(bench.takes(0));
}

TEST(SharedBuffer, FlitsOfAVcKeepTheirOrder) {
    SharedBufferBench bench;
    bench.fill(0, 2);
    bench.fill(1, 2);
    for (std::uint32_t i = 0; i < 2; ++i) {
        bench.cycle({}, 0);
        EXPECT_EQ(bench.front.read()[0].index, i);
        EXPECT_EQ(bench.front.read()[1].index, i);
        bench.cycle({}, vc_bit(0) | vc_bit(1));
    }
    bench.cycle({}, 0);
    EXPECT_EQ(bench.filled.read(), 0U);
}

}  // namespace
}  // namespace flitscope::tb
