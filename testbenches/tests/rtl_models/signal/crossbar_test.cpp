// Data sheet of the crossbar: combinational, two network ports and the node's, two VCs.
#include "rtl_models/signal/units/crossbar.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/tested_unit.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr int kCrossbarPorts = 3;

struct CrossbarBench : UnitBench {
    CrossbarBench() : unit("crossbar", parameters()) {
        for (std::size_t p = 0; p < std::size_t{kCrossbarPorts}; ++p) {
            unit.front_i[p](front[p]);
            unit.active_i[p](active[p]);
            unit.grant_i[p](grant[p]);
            unit.flit_o[p](flit[p]);
        }
        unit.select_i(select);
    }
    static rtl::Crossbar::Parameters parameters() {
        rtl::Crossbar::Parameters all;
        all.router.virtual_channels = 2;
        all.ports = rtl::port_layout(all.router, 2);
        return all;
    }
    /// At the front of VC v of input p: a flit that goes out on VC `to`.
    void hold(std::size_t p, int v, const rtl::Flit& at_front, int to) {
        rtl::PerVc<rtl::Flit> fronts(2);
        fronts[v] = at_front;
        front[p].write(fronts);
        rtl::ActiveVcs vcs;
        vcs.of = rtl::PerVc<rtl::ActiveVc>(2);
        vcs.of[v].vc = to;
        active[p].write(vcs);
    }

    /// Inputs of outputs 0, 1 and 2.
    void choose(rtl::InputMask first, rtl::InputMask second, rtl::InputMask third) {
        rtl::Selects selects(kCrossbarPorts);
        selects[0] = first;
        selects[1] = second;
        selects[2] = third;
        select.write(selects);
    }

    TestedUnit<rtl::Crossbar> unit;
    sc_core::sc_vector<sc_core::sc_signal<rtl::PerVc<rtl::Flit>>> front{"front", kCrossbarPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::ActiveVcs>> active{"active", kCrossbarPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> grant{"grant", kCrossbarPorts};
    sc_core::sc_signal<rtl::Selects> select{"select", rtl::Selects(kCrossbarPorts)};
    sc_core::sc_vector<sc_core::sc_signal<rtl::Flit>> flit{"flit", kCrossbarPorts};
};

rtl::Flit carrying(std::uint64_t data, rtl::Flit flit) {
    flit.data.set_word(0, data);
    return flit;
}

TEST(Crossbar, MovesTheGrantedFlitsWithTheirNewVcs) {
    CrossbarBench bench;
    bench.settle();
    bench.hold(0, 1, carrying(0x0123456789ABCDEF, unit_flit(7, 0, 1, 1)), 0);
    bench.hold(2, 0, carrying(~std::uint64_t{6}, unit_flit(8, 3, 5, 0)), 1);
    bench.grant[0].write(vc_bit(1));
    bench.grant[2].write(vc_bit(0));
    bench.choose(4, 1, 0);  // input 2, input 0
    bench.settle();
    EXPECT_EQ(bench.flit[1].read(), carrying(0x0123456789ABCDEF, unit_flit(7, 0, 1, 0)));
    EXPECT_EQ(bench.flit[0].read(), carrying(~std::uint64_t{6}, unit_flit(8, 3, 5, 1)));
    EXPECT_FALSE(bench.flit[2].read().valid());
}

TEST(Crossbar, FlitsKeepTheirOperand) {
    CrossbarBench bench;
    bench.settle();
    rtl::Flit flit = unit_flit(7, 1, 2);
    flit.operand = rtl::FlitOperand{3, {5, 7}};
    bench.hold(0, 0, flit, 0);
    bench.grant[0].write(vc_bit(0));
    bench.choose(0, 1, 0);
    bench.settle();
    EXPECT_EQ(bench.flit[1].read().operand, flit.operand);
}

TEST(Crossbar, FollowsItsInputsWithoutAClock) {
    CrossbarBench bench;
    bench.settle();
    bench.hold(0, 0, unit_flit(7, 0, 2), 0);
    bench.grant[0].write(vc_bit(0));
    bench.choose(0, 1, 0);
    bench.settle();
    bench.hold(0, 0, unit_flit(7, 1, 2), 0);
    bench.settle();
    EXPECT_EQ(bench.flit[1].read().index, 1U);
    bench.grant[0].write(0);
    bench.choose(0, 0, 0);
    bench.settle();
    EXPECT_EQ(bench.flit[1].read(), rtl::Flit());
}

}  // namespace
}  // namespace flitscope::tb
