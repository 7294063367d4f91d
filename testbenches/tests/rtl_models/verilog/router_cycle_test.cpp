// The Verilog router against tables derived by hand from docs/router.md. Everything happens at node
// 0 of a 2-cube: inputs 0 and 1 are network ports, 2 is injection; outputs 0 and 1 are network
// ports (to nodes 1 and 2), 2 is ejection. Destination 1 leaves by output 0, 2 and 3 by output 1.
#include <gmock/gmock.h>

#include <random>

#include "testbenches/tests/rtl_models/verilog/router_bench.h"
#include "testbenches/tests/rtl_models/verilog/router_cycle_sets.h"

namespace flitscope::cosim {
namespace {

using ::testing::ElementsAre;

constexpr int kInjection = 2;
constexpr int kEjection = 2;

const VerilogSet& set_of_depth(int depth) {
    static const VerilogSet sets[] = {verilog_set_depth_1(), verilog_set_depth_2(),
                                      verilog_set_depth_3(), verilog_set_depth_4()};
    return sets[depth - 1];
}

TEST(RouterCycle, SetsCarryTheParametersTheyWereMadeWith) {
    VerilogParameters parameters;
    parameters.network_ports = 2;
    parameters.router.virtual_channels = 2;
    parameters.router.buffer_flits = 4;
    parameters.router.injection_vcs = 2;
    parameters.router.pipeline = 3;
    parameters.cycles_per_flit = {1, 3};
    EXPECT_EQ(set_of_depth(3).arguments, cmake_arguments(parameters));
    const std::vector<VerilogSet> sets = {set_of_depth(1), set_of_depth(3)};
    EXPECT_EQ(find_set(sets, parameters), &sets[1]);
    parameters.router.pipeline = 2;
    EXPECT_EQ(find_set(sets, parameters), nullptr);
}

// Section 4: the table of a head alone, L = 3.
TEST(RouterCycle, HeadAloneAtDepth1) {
    RouterBench bench(set_of_depth(1), 0);
    bench.arrive(0, kInjection, 0, 7, 3, 1);
    bench.run(8);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{0, 0, 0, 7, 0}, Sent{1, 0, 0, 7, 1}, Sent{2, 0, 0, 7, 2}));
    EXPECT_THAT(bench.credits(), ElementsAre(Credit{0, 2, 0}, Credit{1, 2, 0}, Credit{2, 2, 0}));
}

TEST(RouterCycle, HeadAloneAtDepth2) {
    RouterBench bench(set_of_depth(2), 0);
    bench.arrive(0, kInjection, 1, 7, 3, 3);
    bench.run(8);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{1, 1, 0, 7, 0}, Sent{2, 1, 0, 7, 1}, Sent{3, 1, 0, 7, 2}));
    EXPECT_THAT(bench.credits(), ElementsAre(Credit{1, 2, 1}, Credit{2, 2, 1}, Credit{3, 2, 1}));
}

TEST(RouterCycle, HeadAloneAtDepth3) {
    RouterBench bench(set_of_depth(3), 0);
    bench.arrive(0, 1, 1, 7, 3, 0);
    bench.run(8);
    EXPECT_THAT(bench.sent(), ElementsAre(Sent{2, kEjection, 0, 7, 0}, Sent{3, kEjection, 0, 7, 1},
                                          Sent{4, kEjection, 0, 7, 2}));
    EXPECT_THAT(bench.credits(), ElementsAre(Credit{2, 1, 1}, Credit{3, 1, 1}, Credit{4, 1, 1}));
}

TEST(RouterCycle, HeadAloneAtDepth4) {
    RouterBench bench(set_of_depth(4), 0);
    bench.arrive(0, kInjection, 0, 7, 3, 1);
    bench.run(8);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{3, 0, 0, 7, 0}, Sent{4, 0, 0, 7, 1}, Sent{5, 0, 0, 7, 2}));
    EXPECT_THAT(bench.credits(), ElementsAre(Credit{2, 2, 0}, Credit{3, 2, 0}, Credit{4, 2, 0}));
}

// Section 9: D(j) = A(j) + b for a flit that comes late; b = 1, at depth 4 b = 2.
TEST(RouterCycle, LateBodyFlitLeavesAfterOneCycleTwoAtDepth4) {
    for (const int depth : {3, 4}) {
        RouterBench bench(set_of_depth(depth), 0);
        rtl::Flit flit;
        flit.message = 7;
        flit.length = 2;
        flit.destination = 1;
        flit.kind = rtl::FlitKind::head;
        bench.arrive(0, kInjection, flit);
        flit.index = 1;
        flit.kind = rtl::FlitKind::tail;
        bench.arrive(9, kInjection, flit);
        bench.run(14);
        EXPECT_THAT(bench.sent(), ElementsAre(Sent{depth - 1, 0, 0, 7, 0},
                                              Sent{depth == 4 ? 10 : 9, 0, 0, 7, 1}));
    }
}

// Section 6: no grant without a credit; a credit can be used in the cycle that begins at the edge
// at which it is counted. B = 4; message 7 takes all credits of VC 0 of output 0 and one comes
// back.
TEST(RouterCycle, StallsWithoutCredits) {
    RouterBench bench(set_of_depth(3), 0);
    bench.arrive(0, kInjection, 0, 7, 4, 1);
    bench.arrive(4, kInjection, 0, 8, 1, 2);
    bench.return_credit(20, 0, 0);
    bench.arrive(30, kInjection, 0, 9, 5, 1);
    bench.return_credit(50, 0, 0);
    bench.run(60);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{2, 0, 0, 7, 0}, Sent{3, 0, 0, 7, 1}, Sent{4, 0, 0, 7, 2},
                            Sent{5, 0, 0, 7, 3}, Sent{8, 1, 0, 8, 0}, Sent{32, 0, 0, 9, 0},
                            Sent{50, 0, 0, 9, 1}));
}

TEST(RouterCycle, StallsWithoutCreditsBeforeTheTraversalRegister) {
    RouterBench bench(set_of_depth(4), 0);
    bench.arrive(0, kInjection, 0, 7, 4, 1);
    bench.return_credit(20, 0, 0);
    bench.arrive(30, kInjection, 0, 9, 5, 1);  // VC 0 is not empty: VC 1
    bench.return_credit(50, 0, 1);
    bench.run(60);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{3, 0, 0, 7, 0}, Sent{4, 0, 0, 7, 1}, Sent{5, 0, 0, 7, 2},
                            Sent{6, 0, 0, 7, 3}, Sent{33, 0, 1, 9, 0}, Sent{34, 0, 1, 9, 1},
                            Sent{35, 0, 1, 9, 2}, Sent{36, 0, 1, 9, 3}, Sent{51, 0, 1, 9, 4}));
}

// Sections 5 and 6: three heads ask for VC 0 of output 0 in cycle 1; the losers ask for VC 1 in
// cycle 2; the last waits for a tail. Two messages share the channel flit by flit.
//
//   cycle     0  1  2    3    4    5    6    7
//   input 0   R  V  SX   .    SX                   VC 0
//   input 1   R  -  V    SX   .    SX              VC 1
//   input 2   R  -  -    -    -    V    SX   SX    VC 0, free from edge 5 on
TEST(RouterCycle, HeadsContendForVirtualChannels) {
    RouterBench bench(set_of_depth(3), 0);
    for (const int input : {0, 1, 2}) {
        bench.arrive(0, input, 0, static_cast<std::uint32_t>(input), 2, 1);
    }
    bench.run(12);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{2, 0, 0, 0, 0}, Sent{3, 0, 1, 1, 0}, Sent{4, 0, 0, 0, 1},
                            Sent{5, 0, 1, 1, 1}, Sent{6, 0, 0, 2, 0}, Sent{7, 0, 0, 2, 1}));
}

// Section 7: two long messages take turns at an output, beginning with the one that came first.
TEST(RouterCycle, RoundRobinSharesAnOutput) {
    RouterBench bench(set_of_depth(3), 0);
    bench.arrive(0, 0, 0, 1, 4, 1);
    bench.arrive(0, 1, 0, 2, 4, 1);
    bench.run(12);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{2, 0, 0, 1, 0}, Sent{3, 0, 1, 2, 0}, Sent{4, 0, 0, 1, 1},
                            Sent{5, 0, 1, 2, 1}, Sent{6, 0, 0, 1, 2}, Sent{7, 0, 1, 2, 2},
                            Sent{8, 0, 0, 1, 3}, Sent{9, 0, 1, 2, 3}));
}

// Section 10: on a network input RC waits for the tail, unless the message is for this node; at the
// source it does not wait.
TEST(RouterCycle, StoreAndForwardWaitsForTheTail) {
    RouterBench bench(set_of_depth(1), 0);
    bench.arrive(0, 0, 0, 1, 3, 2);
    bench.arrive(0, 1, 0, 2, 3, 0);
    bench.arrive(0, kInjection, 0, 3, 3, 1);
    bench.run(8);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{0, 0, 0, 3, 0}, Sent{0, 2, 0, 2, 0}, Sent{1, 0, 0, 3, 1},
                            Sent{1, 2, 0, 2, 1}, Sent{2, 0, 0, 3, 2}, Sent{2, 1, 0, 1, 0},
                            Sent{2, 2, 0, 2, 2}, Sent{3, 1, 0, 1, 1}, Sent{4, 1, 0, 1, 2}));
}

// Section 5: under cut-through a VC is free only with credits for the whole message.
TEST(RouterCycle, CutThroughWaitsForRoomForTheWholeMessage) {
    RouterBench bench(set_of_depth(2), 0);
    bench.arrive(0, kInjection, 0, 1, 4, 1);
    bench.arrive(4, kInjection, 0, 2, 4, 1);
    bench.arrive(8, kInjection, 0, 3, 2, 1);
    bench.return_credit(11, 0, 0);
    bench.return_credit(13, 0, 0);
    bench.run(20);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{1, 0, 0, 1, 0}, Sent{2, 0, 0, 1, 1}, Sent{3, 0, 0, 1, 2},
                            Sent{4, 0, 0, 1, 3}, Sent{6, 0, 1, 2, 0}, Sent{7, 0, 1, 2, 1},
                            Sent{8, 0, 1, 2, 2}, Sent{9, 0, 1, 2, 3}, Sent{14, 0, 0, 3, 0},
                            Sent{15, 0, 0, 3, 1}));
}

// Section 5: with buffer_empty a VC is free only when all its credits are back.
TEST(RouterCycle, BufferEmptyWaitsForAllCredits) {
    RouterBench bench(set_of_depth(4), 0);
    bench.arrive(0, kInjection, 0, 1, 2, 1);
    bench.arrive(2, kInjection, 0, 2, 2, 1);
    bench.arrive(4, kInjection, 0, 3, 2, 1);
    bench.return_credit(11, 0, 0);
    bench.return_credit(12, 0, 0);
    bench.run(20);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{3, 0, 0, 1, 0}, Sent{4, 0, 0, 1, 1}, Sent{7, 0, 1, 2, 0},
                            Sent{8, 0, 1, 2, 1}, Sent{14, 0, 0, 3, 0}, Sent{15, 0, 0, 3, 1}));
}

// Section 6: after a grant in cycle t the next one comes in cycle t + c; output 1 has c = 3.
TEST(RouterCycle, SlowLinkSpacesFlits) {
    RouterBench bench(set_of_depth(3), 0);
    bench.arrive(0, kInjection, 0, 1, 3, 2);
    bench.run(12);
    EXPECT_THAT(bench.sent(),
                ElementsAre(Sent{2, 1, 0, 1, 0}, Sent{5, 1, 0, 1, 1}, Sent{8, 1, 0, 1, 2}));
}

// Section 7: heads of inputs 0, then 2, then 0 and 1 at once ask for ejection VC 0. Round robin has
// come round and takes input 0; the matrix takes input 1, which has never won.
TEST(RouterCycle, MatrixAndRoundRobinRememberDifferently) {
    for (const int depth : {2, 3}) {
        RouterBench bench(set_of_depth(depth), 0);
        bench.arrive(0, 0, 0, 1, 1, 0);
        bench.arrive(4, 2, 0, 2, 1, 0);
        bench.arrive(8, 0, 0, 3, 1, 0);
        bench.arrive(8, 1, 0, 4, 1, 0);
        bench.run(16);
        if (depth == 2) {
            EXPECT_THAT(bench.sent(), ElementsAre(Sent{1, 2, 0, 1, 0}, Sent{5, 2, 0, 2, 0},
                                                  Sent{9, 2, 0, 4, 0}, Sent{10, 2, 1, 3, 0}));
        } else {
            EXPECT_THAT(bench.sent(), ElementsAre(Sent{2, 2, 0, 1, 0}, Sent{6, 2, 0, 2, 0},
                                                  Sent{10, 2, 0, 3, 0}, Sent{11, 2, 1, 4, 0}));
        }
    }
}

// Section 9 over two routers, node 0 to node 1: D_1(L-1) = 2*depth + latency + L - 1.
TEST(RouterCycle, ChainFollowsTheZeroLoadRule) {
    for (int depth = 1; depth <= 4; ++depth) {
        for (int latency = 0; latency <= (depth == 4 ? 0 : 1); ++latency) {
            for (std::uint32_t length = 1; length <= (depth <= 2 ? 4u : 6u); ++length) {
                const auto source = set_of_depth(depth).make("router");
                const auto destination = set_of_depth(depth).make("router");
                source->reset(0);
                destination->reset(1);
                std::map<rtl::Cycle, rtl::Flit> link;
                std::map<rtl::Cycle, std::uint64_t> back;
                std::vector<rtl::Cycle> consumed;
                for (rtl::Cycle edge = 0; edge < 40; ++edge) {
                    if (edge < length) {
                        rtl::Flit flit;
                        flit.destination = 1;
                        flit.index = static_cast<std::uint32_t>(edge);
                        flit.length = length;
                        flit.kind = rtl::flit_kind(flit.index, length);
                        source->set_flit(kInjection, flit);
                    }
                    if (link[edge].valid()) {
                        destination->set_flit(0, link[edge]);
                    }
                    source->set_credits(0, back[edge]);
                    source->clock();
                    destination->clock();
                    link[edge + 1 + latency] = source->flit(0);
                    back[edge + 1 + latency] = destination->credits(0);
                    const rtl::Flit arrived = destination->flit(kEjection);
                    if (arrived.valid()) {
                        EXPECT_EQ(arrived.index, consumed.size());
                        EXPECT_EQ(arrived.hop, 1);
                        consumed.push_back(edge + 1);
                    }
                }
                ASSERT_EQ(consumed.size(), length);
                EXPECT_EQ(consumed.back(), 2 * depth + latency + static_cast<int>(length) - 1)
                    << "depth " << depth << ", latency " << latency << ", L = " << length;
            }
        }
    }
}

// `idle_o` high: an edge without flits and credits changes nothing, so leaving it out cannot be
// seen.
TEST(RouterCycle, IdleEdgesMayBeLeftOut) {
    constexpr unsigned kSeed = 20231;
    for (int depth = 1; depth <= 4; ++depth) {
        RouterBench every(set_of_depth(depth), 0, false);
        RouterBench skipping(set_of_depth(depth), 0, true);
        std::mt19937 random(kSeed);
        for (std::uint32_t message = 0; message < 200; ++message) {
            const rtl::Cycle edge = message * 12 + random() % 8;
            const int input = static_cast<int>(random() % 3);
            const std::uint32_t length = 1 + random() % 4;
            const int destination = static_cast<int>(random() % 4);
            const int vc = static_cast<int>(message % 2);
            for (RouterBench* bench : {&every, &skipping}) {
                bench->arrive(edge, input, vc, message, length, destination);
            }
        }
        for (RouterBench* bench : {&every, &skipping}) {
            bench->return_credits_after(3);
            bench->run(3000);
        }
        EXPECT_EQ(every.sent(), skipping.sent()) << "depth " << depth << ", seed " << kSeed;
        EXPECT_EQ(every.credits(), skipping.credits()) << "depth " << depth << ", seed " << kSeed;
        EXPECT_GT(every.sent().size(), 200u);
        EXPECT_EQ(every.clocks(), 3000);
        EXPECT_LT(skipping.clocks(), 2500);
    }
}

}  // namespace
}  // namespace flitscope::cosim
