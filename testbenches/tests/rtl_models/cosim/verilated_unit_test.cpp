// A verilated unit evaluates its model only as long as that has something to do.
#include "rtl_models/cosim/verilated_unit.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/switch_allocator_nets.h"
#include "testbenches/tests/rtl_models/signal/tested_unit.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

/// Counts evaluations.
class Counted final : public cosim::UnitModel {
public:
    Counted(std::unique_ptr<cosim::UnitModel> model, int& evaluations)
        : model_(std::move(model)), evaluations_(evaluations) {}
    void eval() override {
        ++evaluations_;
        model_->eval();
    }
    void remember() override { model_->remember(); }
    bool moved() const override { return model_->moved(); }
    const std::vector<cosim::UnitPin>& pins() const override { return model_->pins(); }

private:
    std::unique_ptr<cosim::UnitModel> model_;
    int& evaluations_;
};

TEST(VerilatedUnit, IsNotEvaluatedAfterAnEdgeThatChangedNothingUntilAnInputChanges) {
    const auto parameters = two_port_parameters<rtl::SwitchAllocator>();
    int evaluations = 0;
    Twin twin = twin_of<rtl::SwitchAllocator>("switch_allocator", parameters);
    cosim::VerilatedUnit<rtl::SwitchAllocator> unit(
        "switch_allocator", parameters,
        std::make_unique<Counted>(std::move(twin.model), evaluations), twin.sizes);
    sc_core::sc_clock clk("clk", 1, sc_core::SC_NS);
    sc_core::sc_signal<bool> rst_n("rst_n", true);
    SwitchAllocatorNets nets(3);
    unit.clk_i(clk);
    unit.rst_ni(rst_n);
    nets.bind(unit);
    const auto evaluations_in = [&](int cycles) {
        const int before = evaluations;
        sc_core::sc_start(sc_core::sc_time(cycles, sc_core::SC_NS));
        return evaluations - before;
    };

    EXPECT_GT(evaluations_in(10), 0);
    EXPECT_EQ(evaluations_in(10), 0) << "no request";

    // Two inputs take turns at output 2: the arbiters move at every edge.
    rtl::ActiveVcs to_2;
    to_2.valid = vc_bit(0);
    to_2.of = rtl::PerVc<rtl::ActiveVc>(2);
    to_2.of[0].port = 2;
    for (const std::size_t p : {0, 1}) {
        nets.active[p].write(to_2);
        nets.filled[p].write(vc_bit(0));
    }
    EXPECT_GE(evaluations_in(10), 10);
    const rtl::InputMask winner = nets.select.read()[2];
    EXPECT_GE(evaluations_in(1), 1);
    EXPECT_EQ(nets.select.read()[2], 3U - winner);

    for (const std::size_t p : {0, 1}) {
        nets.filled[p].write(0);
    }
    EXPECT_GT(evaluations_in(10), 0);
    EXPECT_EQ(evaluations_in(10), 0) << "no request again";
    EXPECT_EQ(nets.select.read()[2], 0U);
}

}  // namespace
}  // namespace flitscope::tb
