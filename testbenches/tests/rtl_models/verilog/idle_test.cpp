// `idle_o` high: an edge without flits and credits changes nothing, so leaving it out cannot be
// seen.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "rtl_models/cosim/verilog_router.h"
#include "rtl_models/cosim/verilog_set.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::cosim {

// Node 1 of a row of three; made in testbenches/tests/whole/cycles/CMakeLists.txt.
VerilogSet verilog_set_cycles_1_stored();
VerilogSet verilog_set_cycles_2();
VerilogSet verilog_set_cycles_3_wide();
VerilogSet verilog_set_cycles_4();

namespace {

constexpr int kPorts = 3;  // inputs, and outputs; the last is the local one
constexpr rtl::Cycle kCycles = 3000;

/// Messages of one or two flits at random inputs: flit j at the edge of the message + j.
std::multimap<rtl::Cycle, std::pair<int, rtl::Flit>> random_arrivals(std::mt19937& random) {
    std::multimap<rtl::Cycle, std::pair<int, rtl::Flit>> arrivals;
    for (std::uint32_t message = 0; message < 200; ++message) {
        const rtl::Cycle edge = message * 12 + random() % 8;
        const int input = static_cast<int>(random() % kPorts);
        rtl::Flit flit;
        flit.message = message;
        flit.length = 1 + random() % 2;
        flit.destination = static_cast<int>(random() % 3);
        for (; flit.index < flit.length; ++flit.index) {
            flit.kind = rtl::flit_kind(flit.index, flit.length);
            arrivals.emplace(edge + flit.index, std::make_pair(input, flit));
        }
    }
    return arrivals;
}

TEST(Idle, EdgesMayBeLeftOut) {
    constexpr unsigned kSeed = 20231;
    for (const VerilogSet& set : {verilog_set_cycles_1_stored(), verilog_set_cycles_2(),
                                  verilog_set_cycles_3_wide(), verilog_set_cycles_4()}) {
        SCOPED_TRACE(set.name + ", seed " + std::to_string(kSeed));
        std::mt19937 random(kSeed);
        const auto arrivals = random_arrivals(random);
        VerilogRouter every(set.make("every"), set.sizes);
        VerilogRouter skipping(set.make("skipping"), set.sizes);
        every.reset(1, {});
        skipping.reset(1, {});
        std::map<rtl::Cycle, std::map<int, std::uint64_t>> returns;  // [edge][output]
        int sent = 0;
        int left_out = 0;
        for (rtl::Cycle cycle = 0; cycle < kCycles; ++cycle) {
            const auto [first, last] = arrivals.equal_range(cycle);
            const bool quiet = first == last && returns[cycle].empty();
            for (VerilogRouter* router : {&every, &skipping}) {
                for (auto each = first; each != last; ++each) {
                    router->set_flit(each->second.first, each->second.second);
                }
                for (const auto& [output, vcs] : returns[cycle]) {
                    router->set_credits(output, vcs);
                }
            }
            const bool skip = quiet && skipping.idle();
            left_out += skip ? 1 : 0;
            every.clock();
            if (!skip) {
                skipping.clock();
            }
            for (int port = 0; port < kPorts; ++port) {
                const rtl::Flit flit = every.flit(port);
                EXPECT_EQ(every.credits(port), skip ? 0 : skipping.credits(port)) << cycle;
                EXPECT_EQ(flit, skip ? rtl::Flit{} : skipping.flit(port)) << cycle;
                if (flit.valid()) {
                    ++sent;
                    if (port < kPorts - 1) {
                        returns[cycle + 3][port] |= std::uint64_t{1} << flit.vc;
                    }
                }
            }
        }
        EXPECT_GT(sent, 200);
        EXPECT_GT(left_out, 500);
    }
}

}  // namespace
}  // namespace flitscope::cosim
