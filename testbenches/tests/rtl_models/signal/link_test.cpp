// Data sheet of a link: two shift registers, flits one way and credits the other.
#include "rtl_models/signal/network/link.h"

#include <gtest/gtest.h>

#include "testbenches/tests/rtl_models/signal/unit_bench.h"

namespace flitscope::tb {
namespace {

using rtl::vc_bit;

struct LinkBench : UnitBench {
    explicit LinkBench(int latency) : unit("link", {latency, 0}) {
        unit.clk_i(clk);
        unit.flit_i(flit_in);
        unit.flit_o(flit_out);
        unit.credit_i(credit_in);
        unit.credit_o(credit_out);
    }
    rtl::Link unit;
    sc_core::sc_signal<rtl::Flit> flit_in{"flit_in"}, flit_out{"flit_out"};
    sc_core::sc_signal<rtl::Credit> credit_in{"credit_in"}, credit_out{"credit_out"};
};

class LinkOfLatency : public testing::TestWithParam<int> {};

TEST_P(LinkOfLatency, ShowsFlitsAndCreditsSoManyCyclesLater) {
    // cycle: index of the flit of message 1 on flit_i, none: -1; VCs on credit_i
    struct Row {
        int flit;
        rtl::VcMask credits;
    };
    const std::vector<Row> table = {{0, 0}, {1, 2},  {-1, 2}, {2, 0}, {-1, 1},
                                    {3, 3}, {-1, 0}, {-1, 0}, {-1, 0}};
    const int latency = GetParam();
    LinkBench bench(latency);
    bench.settle();
    for (int cycle = 0; cycle < static_cast<int>(table.size()); ++cycle) {
        SCOPED_TRACE("cycle " + std::to_string(cycle));
        bench.edge();
        const Row& row = table[static_cast<std::size_t>(cycle)];
        bench.flit_in.write(
            row.flit < 0 ? rtl::Flit() : unit_flit(1, static_cast<std::uint32_t>(row.flit), 4, 1));
        bench.credit_in.write({row.credits});
        bench.settle();
        const Row shown =
            cycle < latency ? Row{-1, 0} : table[static_cast<std::size_t>(cycle - latency)];
        EXPECT_EQ(bench.flit_out.read(),
                  shown.flit < 0 ? rtl::Flit()
                                 : unit_flit(1, static_cast<std::uint32_t>(shown.flit), 4, 1));
        EXPECT_EQ(bench.credit_out.read().vcs, shown.credits);
    }
}
INSTANTIATE_TEST_SUITE_P(Link, LinkOfLatency, testing::Range(1, 4));

TEST(Link, CountsWhatIsInItsRegisters) {
    LinkBench bench(3);
    bench.edge();
    bench.flit_in.write(unit_flit(1, 0, 2, 1));
    bench.credit_in.write({vc_bit(0)});
    bench.settle();
    bench.edge();
    bench.flit_in.write(unit_flit(1, 1, 2, 1));
    bench.credit_in.write({});
    bench.settle();
    bench.edge();
    EXPECT_EQ(bench.unit.flits_of(1), 2);
    EXPECT_EQ(bench.unit.flits_of(0), 0);
    EXPECT_EQ(bench.unit.credits_of(0), 1);
}

}  // namespace
}  // namespace flitscope::tb
