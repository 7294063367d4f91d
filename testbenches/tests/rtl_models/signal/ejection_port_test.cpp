// Data sheet of an ejection port: consumes a flit per cycle, hands on the tails.
#include "rtl_models/signal/network/ejection_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

struct EjectionPortBench : UnitBench {
    EjectionPortBench()
        : unit("ejection", parameters(),
               [this](const rtl::Flit& tail, topo::NodeId node, int output) {
                   EXPECT_EQ(node, 7);
                   EXPECT_EQ(output, 4);
                   tails.push_back(tail.message);
               }) {
        unit.clk_i(clk);
        unit.flit_i(flit);
    }
    static rtl::EjectionPort::Parameters parameters() {
        rtl::EjectionPort::Parameters all;
        all.node = 7;
        all.address = 2;
        all.output = 4;
        all.vcs = 2;
        return all;
    }
    /// A cycle with this flit on the wire; its falling edge included.
    void show(const rtl::Flit& on_wire) {
        edge();
        flit.write(on_wire);
        settle();
        clk.write(false);
        settle();
    }
    std::string refusal(const rtl::Flit& on_wire) {
        try {
            show(on_wire);
        } catch (const sc_core::sc_report& report) {
            return std::string(report.get_msg_type()) + " " + report.get_msg();
        }
        return "none";
    }

    std::vector<std::uint32_t> tails;
    rtl::EjectionPort unit;
    sc_core::sc_signal<rtl::Flit> flit{"flit"};
};

TEST(EjectionPort, ConsumesAFlitInEveryCycleAndHandsOnTails) {
    EjectionPortBench bench;
    bench.edge();
    const std::vector<rtl::Flit> wire = {unit_flit(7, 0, 2, 0), unit_flit(8, 0, 2, 1),
                                         rtl::Flit(),           unit_flit(8, 1, 2, 1),
                                         unit_flit(7, 1, 2, 0), unit_flit(9, 0, 1, 1)};
    const std::vector<std::vector<std::uint32_t>> tails = {{}, {}, {}, {8}, {8, 7}, {8, 7, 9}};
    std::uint64_t consumed = 0;
    for (std::size_t cycle = 0; cycle < wire.size(); ++cycle) {
        bench.show(wire[cycle]);
        consumed += wire[cycle].valid() ? 1 : 0;
        EXPECT_EQ(bench.unit.flits_consumed(), consumed) << "cycle " << cycle;
        EXPECT_EQ(bench.tails, tails[cycle]) << "cycle " << cycle;
    }
}

TEST(EjectionPort, RefusesFlitsThatAreForAnotherNode) {
    EjectionPortBench bench;
    bench.edge();
    EXPECT_THAT(bench.refusal(unit_flit(7, 0, 1, 0, 1)),
                HasSubstr("/flitscope/signal/wrong_node ejection: cycle "));
}

TEST(EjectionPort, RefusesFlitsOutOfOrderInAVc) {
    EjectionPortBench bench;
    bench.edge();
    EXPECT_EQ(bench.refusal(unit_flit(7, 0, 3, 0)), "none");
    EXPECT_THAT(bench.refusal(unit_flit(7, 2, 3, 0)), HasSubstr("/flitscope/signal/vc_order "));
}

}  // namespace
}  // namespace flitscope::tb
