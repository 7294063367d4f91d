// What is said of modules whose ports are not those of a unit.
#include "rtl_models/signal/network/unit_binding.h"

#include <gtest/gtest.h>

#include <functional>

#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::tb {
namespace {

using rtl::UnitBinding;
using rtl::VcMask;

struct Unit : sc_core::sc_module {
    explicit Unit(const sc_core::sc_module_name& name) : sc_module(name) {}
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<VcMask> pop_i{"pop_i"};
    sc_core::sc_vector<sc_core::sc_out<VcMask>> grant_o{"grant_o", 2};
    sc_core::sc_signal<VcMask> state{"state"};  // no port
};

std::string problem_of(const std::function<void()>& step) {
    try {
        step();
    } catch (const rtl::UnitMismatch& mismatch) {
        return mismatch.what();
    }
    return "none";
}

TEST(UnitBinding, BindsEveryPortByItsNameAndMissesNone) {
    Unit unit("unit");
    sc_core::sc_signal<bool> clk("clk");
    sc_core::sc_signal<VcMask> pop("pop");
    sc_core::sc_vector<sc_core::sc_signal<VcMask>> grant("grant", 2);
    UnitBinding binding(unit);
    binding.in("clk_i", clk);
    binding.in("pop_i", pop);
    binding.out("grant_o_0", grant[0]);
    EXPECT_EQ(problem_of([&] { binding.finish(); }),
              "unit: port grant_o_1, sc_out<VcMask>, is none that a router has for this "
              "unit");
    binding.out("grant_o_1", grant[1]);
    EXPECT_EQ(problem_of([&] { binding.finish(); }), "none");
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    EXPECT_EQ(unit.pop_i.get_interface(), &pop);
    EXPECT_EQ(unit.grant_o[1].get_interface(), &grant[1]);
}

TEST(UnitBinding, NamesThePortAndBothTypes) {
    Unit unit("unit");
    sc_core::sc_signal<bool> narrow("narrow");
    sc_core::sc_signal<VcMask> wire("wire");
    UnitBinding binding(unit);
    EXPECT_EQ(problem_of([&] { binding.in("pop_i", narrow); }),
              "unit: port pop_i must be sc_in<bool>, it is sc_in<VcMask>");
    EXPECT_EQ(problem_of([&] { binding.out("pop_i", wire); }),
              "unit: port pop_i must be sc_out<VcMask>, it is sc_in<VcMask>");
    EXPECT_EQ(problem_of([&] { binding.in("state", wire); }),
              "unit: port state must be sc_in<VcMask>, there is no such port");
}

TEST(UnitBinding, APortMayBeLeftOutOnlyWhereItIsAskedFor) {
    Unit unit("unit");
    UnitBinding binding(unit);
    EXPECT_TRUE(binding.has("grant_o_1"));
    EXPECT_FALSE(binding.has("grant_o_2"));
    EXPECT_FALSE(binding.has("state"));
}

}  // namespace
}  // namespace flitscope::tb
