// The register between switch allocation and the crossbar: two input ports, two outputs, two VCs.
#include "rtl_models/signal/units/traversal_register.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr int kVcs = 2;

rtl::TraversalRegister::Parameters depth_4() {
    rtl::TraversalRegister::Parameters all;
    all.router.virtual_channels = kVcs;
    all.router.pipeline = 4;
    all.ports = {1, 1, 1, 1};
    all.cycles_per_flit = {3, 1};
    return all;
}

struct TraversalBench : UnitBench {
    explicit TraversalBench(const rtl::TraversalRegister::Parameters& parameters = depth_4())
        : unit("traversal_register", parameters) {
        clock(unit);
        unit.front_i(front);
        unit.active_i(active);
        unit.grant_i(grant);
        unit.select_i(select);
        unit.front_o(to_front);
        unit.active_o(to_active);
        unit.grant_o(to_grant);
        unit.select_o(to_select);
        unit.sent_o(sent);
        for (std::size_t i = 0; i < unit.bypass_i.size(); ++i) {
            unit.bypass_i[i](bypass[i]);
            unit.clear_o[i](clear[i]);
            unit.free_o[i](free[i]);
        }
        if (unit.purge_i) {
            (*unit.purge_i)(purge);
            unit.dropped_o[0](dropped[0]);
            unit.dropped_o[1](dropped[1]);
        }
    }
    /// A cycle in which VC `v` of input port `p` sends this flit to an output, on VC 1 - v there.
    void cycle(int p, int v, int output, const rtl::Flit& flit, bool bypasses = false) {
        edge();
        for (auto& each : grant) {
            each.write(0);
        }
        rtl::Selects selects(2);
        if (flit.valid()) {
            const auto input = static_cast<std::size_t>(p);
            rtl::PerVc<rtl::Flit> fronts(kVcs);
            fronts[v] = flit;
            rtl::ActiveVcs to;
            to.valid = vc_bit(v);
            to.of = rtl::PerVc<rtl::ActiveVc>(kVcs);
            to.of[v] = {output, 1 - v, 0, false};
            front[input].write(fronts);
            active[input].write(to);
            grant[input].write(vc_bit(v));
            selects[output] = rtl::InputMask{1} << p;
        }
        select.write(selects);
        for (std::size_t o = 0; o < 2; ++o) {
            bypass[o].write(bypasses && o == static_cast<std::size_t>(output));
        }
        settle();
    }

    rtl::TraversalRegister unit;
    template <typename T>
    using Pair = sc_core::sc_vector<sc_core::sc_signal<T>>;
    Pair<rtl::PerVc<rtl::Flit>> front{"front", 2}, to_front{"to_front", 2};
    Pair<rtl::ActiveVcs> active{"active", 2}, to_active{"to_active", 2};
    Pair<rtl::VcMask> grant{"grant", 2}, to_grant{"to_grant", 2};
    Pair<bool> bypass{"bypass", 2}, clear{"clear", 2}, free{"free", 2};
    Pair<rtl::SentFlit> sent{"sent", 2};
    Pair<rtl::DroppedFlits> dropped{"dropped", 2};
    sc_core::sc_signal<rtl::Selects> select{"select", rtl::Selects(2)};
    sc_core::sc_signal<rtl::Selects> to_select{"to_select", rtl::Selects(2)};
    sc_core::sc_signal<rtl::Purge> purge{"purge"};
};

TEST(TraversalRegister, AFlitReachesTheCrossbarInTheCycleAfterItsGrant) {
    TraversalBench bench;
    bench.cycle(1, 0, 0, unit_flit(7, 1, 2));
    EXPECT_EQ(bench.to_select.read()[0], 0U);
    EXPECT_EQ(bench.sent[0].read(), (rtl::SentFlit{vc_bit(1), true}))
        << "the output unit knows at once";
    EXPECT_FALSE(bench.sent[1].read().valid());
    bench.cycle(0, 0, 0, {});
    EXPECT_EQ(bench.to_select.read()[0], 2U);
    EXPECT_EQ(bench.to_grant[1].read(), vc_bit(0));
    EXPECT_EQ(bench.to_front[1].read()[0].message, 7U);
    EXPECT_EQ(bench.to_front[1].read()[1].message, 7U) << "one register for all VCs of the port";
    EXPECT_EQ(bench.to_active[1].read().of[0].vc, 1);
    EXPECT_FALSE(bench.sent[0].read().valid());
    bench.cycle(0, 0, 0, {});
    EXPECT_EQ(bench.to_select.read()[0], 0U);
    EXPECT_EQ(bench.to_grant[1].read(), 0U);
}

TEST(TraversalRegister, AFlitThatBypassesGoesPastIt) {
    rtl::TraversalRegister::Parameters parameters = depth_4();
    parameters.router.bypass = true;
    TraversalBench bench(parameters);
    bench.cycle(0, 1, 0, unit_flit(7, 0, 1), true);
    EXPECT_EQ(bench.to_select.read()[0], 1U);
    EXPECT_EQ(bench.to_front[0].read()[1].message, 7U);
    bench.cycle(0, 0, 0, {});
    EXPECT_EQ(bench.to_select.read()[0], 0U) << "once";
    EXPECT_TRUE(bench.free[0].read());
    EXPECT_TRUE(bench.clear[0].read());
}

TEST(TraversalRegister, TellsWhichInputsAndLinksItsFlitsUse) {
    rtl::TraversalRegister::Parameters parameters = depth_4();
    parameters.router.bypass = true;
    TraversalBench bench(parameters);
    bench.cycle(0, 1, 0, unit_flit(7, 0, 1));
    EXPECT_TRUE(bench.free[0].read());
    for (int cycle = 1; cycle <= 4; ++cycle) {
        bench.cycle(0, 0, 0, {});
        EXPECT_EQ(bench.free[0].read(), cycle > 1) << cycle;
        EXPECT_TRUE(bench.free[1].read());
        EXPECT_EQ(bench.clear[0].read(), cycle > 3) << cycle << ": 3 cycles per flit";
        EXPECT_TRUE(bench.clear[1].read());
    }
}

TEST(TraversalRegister, DropsFlitsOfPurgedMessagesOnTheirWayIn) {
    rtl::TraversalRegister::Parameters parameters = depth_4();
    parameters.purging = true;
    TraversalBench bench(parameters);
    bench.cycle(0, 0, 1, unit_flit(7, 0, 1));
    bench.purge.write({{7}, false});
    bench.settle();
    bench.edge();
    bench.purge.write({});
    bench.settle();
    EXPECT_EQ(bench.to_select.read()[1], 0U);
    EXPECT_EQ(bench.dropped[1].read().valid, vc_bit(1));
    EXPECT_EQ(bench.dropped[1].read().of[1], 1U) << "on the VC of the channel";
    EXPECT_EQ(bench.unit.flits_dropped(), 1U);
    bench.cycle(0, 0, 0, {});
    EXPECT_EQ(bench.dropped[1].read().valid, 0U);
}

}  // namespace
}  // namespace flitscope::tb
