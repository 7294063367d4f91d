// Data sheet of the VC allocator: two network ports and the node's, two VCs, round robin.
#include "rtl_models/signal/units/vc_allocator.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr std::size_t kVaPorts = 3;

struct VcAllocatorBench : UnitBench {
    explicit VcAllocatorBench(rtl::Switching switching = rtl::Switching::wormhole)
        : unit("vc_allocator", parameters(switching)) {
        clock(unit);
        for (std::size_t p = 0; p < kVaPorts; ++p) {
            unit.request_i[p](request[p]);
            unit.state_i[p](state[p]);
            unit.grant_o[p](grant[p]);
            unit.taken_o[p](taken[p]);
            if (unit.outstanding_i.size() != 0) {
                unit.outstanding_i[p](outstanding[p]);
                outstanding[p].write(rtl::PerVc<std::uint32_t>(2));
            }
            state[p].write({0, 3});
        }
    }
    static rtl::VcAllocator::Parameters parameters(rtl::Switching switching) {
        rtl::VcAllocator::Parameters all;
        all.router.virtual_channels = 2;
        all.router.buffer_flits = 8;
        all.router.switching = switching;
        all.ports = rtl::port_layout(all.router, 2);
        return all;
    }
    /// VC `vc` of input `p` asks for both VCs of output `port`.
    void ask(std::size_t p, int vc, int port, std::uint32_t length = 5) {
        rtl::HeadRequests heads;
        heads.of = rtl::PerVc<rtl::HeadRequest>(2);
        heads.valid = vc_bit(vc);
        heads.of[vc] = {port, 3, length, 0};
        request[p].write(heads);
    }

    TestedUnit<rtl::VcAllocator> unit;
    sc_core::sc_vector<sc_core::sc_signal<rtl::HeadRequests>> request{"request", kVaPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::OutputState>> state{"state", kVaPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::PerVc<std::uint32_t>>> outstanding{"outstanding",
                                                                                  kVaPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcGrants>> grant{"grant", kVaPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> taken{"taken", kVaPorts};
};

TEST(VcAllocator, AHeadGetsTheLowestFreeVcInTheCycleInWhichItAsks) {
    VcAllocatorBench bench;
    bench.edge();
    bench.state[1].write({vc_bit(0), vc_bit(1)});
    bench.ask(0, 1, 1);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read().valid, vc_bit(1));
    EXPECT_EQ(bench.grant[0].read().vc[1], 1);
    EXPECT_EQ(bench.taken[1].read(), vc_bit(1));
    bench.edge();
    bench.request[0].write({});
    bench.settle();
    EXPECT_EQ(bench.grant[0].read().valid, 0U);
    EXPECT_EQ(bench.taken[1].read(), 0U);
}

TEST(VcAllocator, HeadsThatWantOneVcTakeTurns) {
    VcAllocatorBench bench;
    bench.edge();
    bench.ask(0, 0, 2);
    bench.ask(1, 0, 2);
    for (const std::size_t winner : {0, 1, 0}) {  // the pointer moves at the edge
        bench.settle();
        EXPECT_EQ(bench.grant[winner].read().valid, vc_bit(0));
        EXPECT_EQ(bench.grant[1 - winner].read().valid, 0U);
        bench.edge();
    }
}

TEST(VcAllocator, WholeMessagesWantRoom) {
    VcAllocatorBench bench(rtl::Switching::virtual_cut_through);
    rtl::PerVc<std::uint32_t> sent(2);
    sent[0] = 4;  // four credits of eight left
    bench.edge();
    bench.outstanding[1].write(sent);
    bench.outstanding[2].write(sent);
    bench.ask(0, 0, 1);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read().vc[0], 1) << "VC 0 has no room for five flits";
    bench.edge();
    bench.ask(0, 0, 2);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read().vc[0], 0) << "ejection always has room";
}

TEST(VcAllocator, ResetPutsTheArbitersBack) {
    VcAllocatorBench bench;
    bench.edge();
    bench.ask(0, 0, 2);
    bench.ask(1, 0, 2);
    bench.settle();
    bench.edge();
    bench.rst_n.write(false);
    bench.edge();
    bench.rst_n.write(true);
    bench.settle();
    EXPECT_EQ(bench.grant[0].read().valid, vc_bit(0));
}

}  // namespace
}  // namespace flitscope::tb
