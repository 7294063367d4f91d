// Data sheet of an injection port: two VCs whose buffers have room for two flits.
#include "rtl_models/signal/network/injection_port.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

struct InjectionPortBench : UnitBench {
    explicit InjectionPortBench(rtl::InjectionOrder order = rtl::InjectionOrder::interleaved)
        : unit("injection", parameters(order)) {
        unit.clk_i(clk);
        unit.drive_i(drive);
        unit.hold_i(hold);
        unit.flit_o(flit);
        unit.credit_i(credit);
    }
    static rtl::InjectionPort::Parameters parameters(rtl::InjectionOrder order) {
        rtl::InjectionPort::Parameters all;
        all.router.virtual_channels = 2;
        all.router.buffer_flits = 2;
        all.router.injection_order = order;
        all.vcs = 2;
        return all;
    }
    void offer(rtl::MessageId id, std::uint32_t length) {
        rtl::Message message;
        message.id = id;
        message.source = 0;
        message.destination = 2;
        message.length = length;
        unit.offer(message, 0);
    }
    /// What is driven for the next edge at the end of a cycle with these credits.
    std::string driven(rtl::VcMask credits) {
        edge();
        credit.write({credits});
        settle();
        drive.write(true);
        settle();
        drive.write(false);
        const rtl::Flit& on_wire = flit.read();
        return on_wire.valid()
                   ? std::to_string(on_wire.message) + "." + std::to_string(on_wire.index) +
                         " vc " + std::to_string(on_wire.vc)
                   : "-";
    }

    rtl::InjectionPort unit;
    sc_core::sc_signal<bool> drive{"drive"}, hold{"hold"};
    sc_core::sc_signal<rtl::Flit> flit{"flit"};
    sc_core::sc_signal<rtl::Credit> credit{"credit"};
};

TEST(InjectionPort, SendsAFlitPerCycleWhileThereIsACredit) {
    InjectionPortBench bench;
    bench.edge();
    EXPECT_EQ(bench.driven(0), "-");
    bench.offer(5, 3);
    EXPECT_EQ(bench.unit.queued(), 1U);
    // cycle: credits that come back -> what is driven
    EXPECT_EQ(bench.driven(0), "5.0 vc 0");
    EXPECT_EQ(bench.unit.queued(), 0U);
    EXPECT_EQ(bench.driven(0), "5.1 vc 0");
    EXPECT_EQ(bench.driven(vc_bit(0)), "-") << "a credit counts from the next edge on";
    EXPECT_EQ(bench.driven(0), "5.2 vc 0");
    EXPECT_EQ(bench.driven(0), "-");
    EXPECT_EQ(bench.unit.flits_sent(), 3U);
}

TEST(InjectionPort, LetsVcsTakeTurns) {
    InjectionPortBench bench;
    bench.edge();
    bench.driven(0);
    bench.offer(5, 2);
    bench.offer(6, 2);
    EXPECT_EQ(bench.driven(0), "5.0 vc 0");
    EXPECT_EQ(bench.driven(0), "6.0 vc 1");
    EXPECT_EQ(bench.driven(0), "5.1 vc 0");
    EXPECT_EQ(bench.driven(0), "6.1 vc 1");
    EXPECT_EQ(bench.driven(0), "-");
}

TEST(InjectionPort, SendsOneMessageAfterTheOther) {
    InjectionPortBench bench(rtl::InjectionOrder::one_by_one);
    bench.edge();
    bench.driven(0);
    bench.offer(5, 3);
    bench.offer(6, 1);
    bench.offer(7, 1);
    EXPECT_EQ(bench.driven(0), "5.0 vc 0");
    EXPECT_EQ(bench.driven(0), "5.1 vc 0");
    EXPECT_EQ(bench.driven(0), "-") << "no credit, so all that are behind it wait";
    EXPECT_EQ(bench.driven(vc_bit(0)), "-");
    EXPECT_EQ(bench.driven(0), "5.2 vc 0");
    EXPECT_EQ(bench.driven(0), "6.0 vc 1") << "at once, in the VC that has a credit";
    EXPECT_EQ(bench.driven(0), "7.0 vc 1");
}

TEST(InjectionPort, DrivesNothingWhileTheRunIsHeldAndGoesOnAfterwards) {
    InjectionPortBench bench;
    bench.edge();
    bench.driven(0);
    bench.offer(5, 2);
    EXPECT_EQ(bench.driven(0), "5.0 vc 0");
    bench.hold.write(true);
    EXPECT_EQ(bench.driven(0), "-");
    bench.hold.write(false);
    EXPECT_EQ(bench.driven(0), "5.1 vc 0");
}

}  // namespace
}  // namespace flitscope::tb
