// Data sheet of VC selection at the switch, in the place of the VC allocator: two network ports and
// the node's, two VCs with buffers of four flits.
#include "rtl_models/signal/units/switch_vc_selector.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr std::size_t kSelectorPorts = 3;

struct SelectorBench : UnitBench {
    SelectorBench() : unit("vc_allocator", parameters()) {
        clock(unit);
        for (std::size_t p = 0; p < kSelectorPorts; ++p) {
            unit.request_i[p](request[p]);
            unit.active_i[p](active[p]);
            unit.switch_grant_i[p](switch_grant[p]);
            unit.state_i[p](state[p]);
            unit.outstanding_i[p](outstanding[p]);
            unit.grant_o[p](grant[p]);
            unit.asking_o[p](asking[p]);
            unit.taken_o[p](taken[p]);
            state[p].write({0, 3});
            set_outstanding(p, 0, 0);
            rtl::ActiveVcs nobody;
            nobody.of = rtl::PerVc<rtl::ActiveVc>(2);
            active[p].write(nobody);
        }
    }
    static rtl::SwitchVcSelector::Parameters parameters() {
        rtl::SwitchVcSelector::Parameters all;
        all.router.vc_allocator = rtl::VcAllocatorKind::at_switch;
        all.router.virtual_channels = 2;
        all.router.buffer_flits = 4;
        all.ports = rtl::port_layout(all.router, 2);
        return all;
    }
    void set_outstanding(std::size_t port, std::uint32_t vc_0, std::uint32_t vc_1) {
        rtl::PerVc<std::uint32_t> sent(2);
        sent[0] = vc_0;
        sent[1] = vc_1;
        outstanding[port].write(sent);
    }
    /// VC `vc` of input `p` asks for both VCs of output `port`.
    void ask(std::size_t p, int vc, int port) {
        rtl::HeadRequests heads;
        heads.of = rtl::PerVc<rtl::HeadRequest>(2);
        heads.valid = vc_bit(vc);
        heads.of[vc] = {port, 3, 5, 6};
        request[p].write(heads);
    }

    TestedUnit<rtl::SwitchVcSelector> unit;
    sc_core::sc_vector<sc_core::sc_signal<rtl::HeadRequests>> request{"request", kSelectorPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::ActiveVcs>> active{"active", kSelectorPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> switch_grant{"switch_grant",
                                                                     kSelectorPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::OutputState>> state{"state", kSelectorPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::PerVc<std::uint32_t>>> outstanding{"outstanding",
                                                                                  kSelectorPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcGrants>> grant{"grant", kSelectorPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::ActiveVcs>> asking{"asking", kSelectorPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> taken{"taken", kSelectorPorts};
};

TEST(SwitchVcSelector, HeadsAskBesideActiveVcsWithTheLowestOpenVc) {
    SelectorBench bench;
    bench.edge();
    rtl::ActiveVcs holds;
    holds.of = rtl::PerVc<rtl::ActiveVc>(2);
    holds.valid = vc_bit(1);
    holds.of[1] = {2, 1, 3};
    bench.active[0].write(holds);
    bench.set_outstanding(1, 4, 3);  // VC 0 has no credit
    bench.ask(0, 0, 1);
    bench.settle();
    const rtl::ActiveVcs& asking = bench.asking[0].read();
    EXPECT_EQ(asking.valid, vc_bit(0) | vc_bit(1));
    EXPECT_EQ(asking.of[0].port, 1);
    EXPECT_EQ(asking.of[0].vc, 1);
    EXPECT_EQ(asking.of[0].hop, 6);
    EXPECT_EQ(asking.of[1].port, 2);
    EXPECT_EQ(asking.of[1].vc, 1);
    EXPECT_EQ(bench.grant[0].read().valid, 0U) << "the switch decides";
    EXPECT_EQ(bench.taken[1].read(), 0U);
}

TEST(SwitchVcSelector, AWinnerOfTheSwitchIsGrantedItsVc) {
    SelectorBench bench;
    bench.edge();
    bench.state[1].write({vc_bit(0), vc_bit(1)});
    bench.ask(0, 1, 1);
    bench.ask(1, 1, 1);
    bench.switch_grant[1].write(vc_bit(1));
    bench.settle();
    EXPECT_EQ(bench.grant[0].read().valid, 0U);
    EXPECT_EQ(bench.grant[1].read().valid, vc_bit(1));
    EXPECT_EQ(bench.grant[1].read().vc[1], 1);
    EXPECT_EQ(bench.taken[1].read(), vc_bit(1));
}

TEST(SwitchVcSelector, HeadsAskForNothingWhereNoVcIsOpenAndEjectionAlwaysHasCredits) {
    SelectorBench bench;
    bench.edge();
    bench.set_outstanding(1, 4, 4);
    bench.set_outstanding(2, 4, 4);
    bench.ask(0, 0, 1);
    bench.ask(1, 0, 2);
    bench.settle();
    EXPECT_EQ(bench.asking[0].read().valid, 0U);
    EXPECT_EQ(bench.asking[1].read().valid, vc_bit(0));
    bench.state[2].write({3, 0});  // both held
    bench.settle();
    EXPECT_EQ(bench.asking[1].read().valid, 0U);
}

}  // namespace
}  // namespace flitscope::tb
