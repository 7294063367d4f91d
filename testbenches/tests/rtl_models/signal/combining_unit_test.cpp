// Data sheet of a combining unit: node 0, the root, has one child.
#include "rtl_models/signal/units/combining_unit.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using Elements = std::vector<std::uint64_t>;

constexpr int kEntry = 1;

struct CombiningUnitBench : UnitBench {
    CombiningUnitBench() : unit("combining", 1, rtl::make_combining_core(setup, 0, 1)) {
        unit.clk_i(clk);
        unit.flit_i[0](flit);
        unit.done_o(done);
        edge();
    }
    /// A cycle with this flit on the wire.
    void show(const rtl::Flit& on_wire) {
        flit.write(on_wire);
        settle();
        edge();
        settle();
    }

    rtl::ReductionSetup setup{2, rtl::Reduction::sum, false, {topo::kNoNode}, {1}};
    sc_core::sc_signal<rtl::Flit> flit{"flit"};
    sc_core::sc_signal<rtl::VcMask> done{"done"};
    rtl::CombiningUnit unit;
};

/// Flit `index` of an operand, of which nothing else is left.
rtl::Flit operand_flit(std::uint32_t index, const Elements& elements) {
    rtl::Flit flit = unit_flit(7, index, static_cast<std::uint32_t>(elements.size()), 0, 0);
    flit.operand = rtl::FlitOperand{kEntry, elements};
    return flit;
}

TEST(CombiningUnit, CombinesWhatFlitsCarry) {
    CombiningUnitBench bench;
    bench.unit.contribute(kEntry, std::make_shared<const Elements>(Elements{1, 2}));
    bench.show(operand_flit(0, {5, 7}));
    EXPECT_EQ(bench.done.read(), 0u);
    bench.show(operand_flit(1, {5, 7}));
    EXPECT_EQ(bench.done.read(), rtl::vc_bit(kEntry));
    EXPECT_EQ(*bench.unit.result(kEntry).elements, (Elements{6, 9}));
    bench.show(rtl::Flit());
    EXPECT_EQ(bench.done.read(), 0u) << "handed over";
}

TEST(CombiningUnit, LetsOtherMessagesPass) {
    CombiningUnitBench bench;
    bench.unit.contribute(kEntry, std::make_shared<const Elements>(Elements{1}));
    bench.show(unit_flit(8, 0, 1, 0, 0));
    bench.show(rtl::Flit());
    EXPECT_EQ(bench.done.read(), 0u);
    bench.show(operand_flit(0, {4}));
    EXPECT_EQ(bench.done.read(), rtl::vc_bit(kEntry));
    EXPECT_EQ(*bench.unit.result(kEntry).elements, Elements{5});
}

}  // namespace
}  // namespace flitscope::tb
