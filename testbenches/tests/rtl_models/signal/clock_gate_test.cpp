// Data sheet of a clock gate, and of the signals that open it.
#include "rtl_models/signal/clocking/clock_gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtl_models/signal/clocking/clock.h"
#include "rtl_models/signal/clocking/wire.h"

namespace flitscope::tb {
namespace {

using rtl::ClockPhase;
using rtl::Cycle;
using rtl::VcMask;
using testing::ElementsAre;
using testing::IsEmpty;

/// Notes the cycles in which its clock has edges.
class Clocked : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Clocked);
    sc_core::sc_in<bool> clk_i{"clk_i"};

    explicit Clocked(const sc_core::sc_module_name& name) : sc_module(name) {
        SC_METHOD(edge);
        dont_initialize();
        sensitive << clk_i.pos();
    }
    std::vector<Cycle> edges;

private:
    void edge() { edges.push_back(rtl::cycle_of(clk_i)); }
};

/// A module behind a gate that a wire opens; the wire carries a value in given cycles.
struct ClockGateBench {
    explicit ClockGateBench(int more) {
        gates.clk_i(clock.clk);
        gate = &gates.add("gated", ClockPhase::rising, more).opened_by(wire);
        unit.clk_i(*gate);
        clock.next_edge = [](Cycle edge) { return edge; };
        // From the end of a cycle on, hence for the edge that ends the next one.
        clock.on_cycle_end = [this](Cycle cycle) {
            const auto next = static_cast<std::size_t>(cycle + 1);
            wire.write(next < carried.size() ? carried[next] : 0);
        };
    }
    void run(std::vector<VcMask> values) {
        carried = std::move(values);
        sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_NS));
    }

    rtl::Clock clock{"clock"};
    rtl::Wire<VcMask> wire{"wire"};
    rtl::ClockGates gates{"gates"};
    rtl::ClockGate* gate = nullptr;
    Clocked unit{"unit"};
    std::vector<VcMask> carried;
};

TEST(ClockGate, HasAnEdgeWhereTheSignalCarriesSomething) {
    ClockGateBench bench(0);
    bench.run({0, 0, 5, 7, 0, 1});
    EXPECT_THAT(bench.unit.edges, ElementsAre(2, 3, 5));
}

TEST(ClockGate, HasSoManyMoreEdgesAfterThat) {
    ClockGateBench bench(2);
    bench.run({0, 0, 5, 0, 0, 0, 0, 1, 0, 1});
    EXPECT_THAT(bench.unit.edges, ElementsAre(2, 3, 4, 7, 8, 9, 10, 11));
}

TEST(ClockGate, HasNoEdgeWhereNothingIsCarried) {
    ClockGateBench bench(3);
    bench.run({});
    EXPECT_THAT(bench.unit.edges, IsEmpty());
}

TEST(ClockGate, HasOneMoreWhenItIsWoken) {
    ClockGateBench bench(0);
    bench.clock.on_edge = [&](Cycle edge) {
        if (edge == 4) {
            bench.gate->wake();
        }
    };
    bench.run({});
    EXPECT_THAT(bench.unit.edges, ElementsAre(4));
}

TEST(ClockGate, HasTheSameEdgesAsAPlainClockWhereItStaysOpen) {
    ClockGateBench bench(0);
    Clocked other("other");
    other.clk_i(bench.clock.clk);
    bench.gate->stay_open();
    bench.run({});
    EXPECT_EQ(bench.unit.edges, other.edges);
    EXPECT_GT(other.edges.size(), 15U);
}

TEST(ClockGate, BehindAClockOfSomebodyElseHasAllEdges) {
    sc_core::sc_clock clk("clk", 1, sc_core::SC_NS);
    rtl::Wire<VcMask> wire("wire");
    rtl::ClockGates gates("gates");
    gates.clk_i(clk);
    Clocked unit("unit");
    unit.clk_i(gates.add("gated", ClockPhase::rising, 0).opened_by(wire));
    sc_core::sc_start(sc_core::sc_time(5.5, sc_core::SC_NS));
    EXPECT_THAT(unit.edges, ElementsAre(0, 1, 2, 3, 4, 5));
}

struct TwoWriters : sc_core::sc_module {
    SC_HAS_PROCESS(TwoWriters);
    sc_core::sc_out<VcMask> out{"out"};
    explicit TwoWriters(const sc_core::sc_module_name& name) : sc_module(name) {
        SC_METHOD(first);
        SC_METHOD(second);
    }
    void first() { out.write(1); }
    void second() { out.write(2); }
};

TEST(Wire, IsWrittenByOneProcess) {
    TwoWriters module("module");
    rtl::Wire<VcMask> wire("wire");
    module.out(wire);
    EXPECT_THROW(sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_NS)), sc_core::sc_report);
}

TEST(Wire, IsDrivenByOnePort) {
    TwoWriters first("first"), second("second");
    rtl::Wire<VcMask> wire("wire");
    first.out(wire);
    second.out(wire);
    try {
        sc_core::sc_start(sc_core::SC_ZERO_TIME);
        FAIL() << "no report";
    } catch (const sc_core::sc_report& report) {
        EXPECT_EQ(std::string(report.get_msg_type()), "/flitscope/signal/two_writers");
        EXPECT_THAT(report.get_msg(),
                    testing::AnyOf(testing::StrEq("wire: first.out, second.out"),
                                   testing::StrEq("wire: second.out, first.out")));
    }
}

}  // namespace
}  // namespace flitscope::tb
