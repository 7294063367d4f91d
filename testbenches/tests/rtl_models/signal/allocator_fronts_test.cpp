// Allocators whose arbiters look at the messages that ask: the ports front_i, which the RTL has
// not. Three ports with two VCs each.
#include <gtest/gtest.h>

#include "rtl_models/signal/units/switch_allocator.h"
#include "rtl_models/signal/units/vc_allocator.h"
#include "testbenches/tests/rtl_models/signal/switch_allocator_nets.h"
#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

constexpr std::size_t kPorts = 3;

class OldestFirst final : public rtl::ArbiterBank {
public:
    bool precedes(std::size_t /*which*/, const rtl::Candidate& a,
                  const rtl::Candidate& b) const override {
        return a.info->joined < b.info->joined;
    }
    void update(std::size_t /*which*/, std::int32_t /*winner*/) override {}
    bool reads_info() const override { return true; }
};

const rtl::DecisionMakers kOldestFirst = [] {
    rtl::DecisionMakers makers;
    makers.arbiters = [](int, int) { return std::make_unique<OldestFirst>(); };
    return makers;
}();

template <typename Unit>
typename Unit::Parameters parameters(const rtl::DecisionMakers* makers) {
    auto all = two_port_parameters<Unit>();
    all.reads_info = makers != nullptr;
    all.makers = makers;
    return all;
}

/// Messages that joined at these edges, which are their numbers, too.
rtl::PerVc<rtl::Flit> fronts(std::uint32_t first, std::uint32_t second) {
    rtl::PerVc<rtl::Flit> flits(2);
    flits[0] = unit_flit(first, 0, 5);
    flits[1] = unit_flit(second, 0, 5, 1);
    flits[0].joined = first;
    flits[1].joined = second;
    return flits;
}

struct FrontsBench : UnitBench {
    sc_core::sc_vector<sc_core::sc_signal<rtl::PerVc<rtl::Flit>>> front{"front", kPorts};

    template <typename Unit>
    void bind_fronts(Unit& unit) {
        clock(unit);
        for (std::size_t p = 0; p < kPorts; ++p) {
            unit.front_i[p](front[p]);
            front[p].write(fronts(0, 0));
        }
    }
};

struct VcBench : FrontsBench {
    VcBench() {
        bind_fronts(unit);
        for (std::size_t p = 0; p < kPorts; ++p) {
            unit.request_i[p](request[p]);
            unit.state_i[p](state[p]);
            unit.grant_o[p](grant[p]);
            unit.taken_o[p](taken[p]);
            state[p].write({0, 3});
        }
    }
    /// VC `vc` of input `p` asks for a VC of output 2.
    void ask(std::size_t p, int vc) {
        rtl::HeadRequests heads;
        heads.of = rtl::PerVc<rtl::HeadRequest>(2);
        heads.valid = vc_bit(vc);
        heads.of[vc] = {2, 3, 5, 0};
        request[p].write(heads);
    }

    rtl::VcAllocator unit{"vc_allocator", parameters<rtl::VcAllocator>(&kOldestFirst)};
    sc_core::sc_vector<sc_core::sc_signal<rtl::HeadRequests>> request{"request", kPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::OutputState>> state{"state", kPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcGrants>> grant{"grant", kPorts};
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> taken{"taken", kPorts};
};

TEST(AllocatorFronts, TellTheVcAllocatorWhoIsTheOldest) {
    VcBench bench;
    bench.edge();
    bench.ask(0, 0);
    bench.ask(1, 1);
    bench.front[0].write(fronts(7, 1));
    bench.front[1].write(fronts(1, 6));
    for (int cycle = 0; cycle < 2; ++cycle) {  // nobody takes turns
        bench.settle();
        EXPECT_EQ(bench.grant[0].read().valid, 0U);
        EXPECT_EQ(bench.grant[1].read().valid, vc_bit(1));
        bench.edge();
    }
    bench.front[0].write(fronts(5, 1));
    bench.settle();
    EXPECT_EQ(bench.grant[0].read().valid, vc_bit(0));
    EXPECT_EQ(bench.grant[1].read().valid, 0U);
}

struct SwitchBench : FrontsBench, SwitchAllocatorNets {
    SwitchBench() : SwitchAllocatorNets(kPorts) {
        bind_fronts(unit);
        bind(unit);
    }
    /// These VCs of input `p` ask for output 2.
    void want(std::size_t p, rtl::VcMask vcs) {
        rtl::ActiveVcs all;
        all.of = rtl::PerVc<rtl::ActiveVc>(2, {2, 0, 0});
        all.valid = vcs;
        active[p].write(all);
        filled[p].write(vcs);
    }

    rtl::SwitchAllocator unit{"switch_allocator", parameters<rtl::SwitchAllocator>(&kOldestFirst)};
};

TEST(AllocatorFronts, TellTheSwitchAllocatorWhoIsTheOldest) {
    SwitchBench bench;
    bench.edge();
    bench.want(0, vc_bit(0) | vc_bit(1));
    bench.want(1, vc_bit(1));
    bench.front[0].write(fronts(9, 7));
    bench.front[1].write(fronts(1, 6));        // VC 0 does not ask
    for (int cycle = 0; cycle < 2; ++cycle) {  // nobody takes turns
        bench.settle();
        EXPECT_EQ(bench.select.read()[2], 2U);
        EXPECT_EQ(bench.grant[1].read(), vc_bit(1));
        bench.edge();
    }
    bench.front[0].write(fronts(9, 5));
    bench.settle();
    EXPECT_EQ(bench.select.read()[2], 1U);
    EXPECT_EQ(bench.grant[0].read(), vc_bit(1));
}

TEST(AllocatorFronts, AreNotThereWhereNobodyLooksAtThem) {
    EXPECT_EQ(rtl::VcAllocator("vc", parameters<rtl::VcAllocator>(nullptr)).front_i.size(), 0U);
    EXPECT_EQ(
        rtl::SwitchAllocator("switch", parameters<rtl::SwitchAllocator>(nullptr)).front_i.size(),
        0U);
}

}  // namespace
}  // namespace flitscope::tb
