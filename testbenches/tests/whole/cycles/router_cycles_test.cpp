// A single router, of the signal level and in Verilog, against hand-written cycle tables, one row
// per cycle, read from its waveform. The tables follow from docs/router.md alone.
#include <gtest/gtest.h>

#include "testbenches/tests/whole/cycles/cycle_table.h"

namespace flitscope::tb {
namespace {

rtl::RouterParameters router(int pipeline, int vcs, int buffer_flits) {
    rtl::RouterParameters parameters;
    parameters.pipeline = pipeline;
    parameters.virtual_channels = vcs;
    parameters.buffer_flits = buffer_flits;
    return parameters;
}

/// The parameters of the sets that CMakeLists.txt makes.
const rtl::RouterParameters kDepth1 = router(1, 1, 2);
const rtl::RouterParameters kDepth3 = router(3, 1, 8);
const rtl::RouterParameters kDepth3Wide = router(3, 2, 8);

rtl::RouterParameters depth_2_matrix() {  // links: 3 cycles per flit
    rtl::RouterParameters parameters = router(2, 2, 4);
    parameters.arbiter = rtl::ArbiterKind::matrix;
    parameters.switch_allocator = rtl::SwitchAllocatorKind::separable_output;
    return parameters;
}

rtl::RouterParameters depth_4_wavefront() {
    rtl::RouterParameters parameters = router(4, 1, 4);
    parameters.switch_allocator = rtl::SwitchAllocatorKind::wavefront;
    return parameters;
}

rtl::RouterParameters depth_1_cut_through() {
    rtl::RouterParameters parameters = router(1, 1, 3);
    parameters.switching = rtl::Switching::virtual_cut_through;
    return parameters;
}

TEST(RouterCycles, HeadAloneAtDepthOne) {
    CycleTable({{'a', 0, 2, 3}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1
        0     a0@0     | -        -
        1     a1@0     | a0@0     0
        2     a2@0     | a1@0     0
        3     -        | a2@0     0
        4     -        | -        -
    )")
        .check(depth_1_cut_through());
}

TEST(RouterCycles, HeadAloneAtDepthTwo) {
    CycleTable({{'a', 0, 1, 3}}, R"(
        cycle flit_i_1 | flit_o_2 credit_o_1 input_1.vc_0.state_q
        0     a0@0     | -        -          0
        1     a1@0     | -        -          0
        2     a2@0     | a0@0     0          2
        3     -        | a1@0     0          2
        4     -        | a2@0     0          2
        5     -        | -        -          0
    )")
        .check(depth_2_matrix(), 3);
}

TEST(RouterCycles, SlowLinkSpacesFlits) {
    CycleTable({{'a', 0, 2, 3}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1
        0     a0@0     | -        -
        1     a1@0     | -        -
        2     a2@0     | a0@0     0
        3     -        | -        -
        4     -        | -        -
        5     -        | a1@0     0
        6     -        | -        -
        7     -        | -        -
        8     -        | a2@0     0
        9     -        | -        -
    )")
        .check(depth_2_matrix(), 3);
}

TEST(RouterCycles, HeadAloneAtDepthThree) {
    CycleTable({{'a', 0, 2, 3}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1 input_1.vc_0.state_q output_0.vc_0.held_q
        0     a0@0     | -        -          0                    0
        1     a1@0     | -        -          0                    0
        2     a2@0     | -        -          1                    0
        3     -        | a0@0     0          2                    1
        4     -        | a1@0     0          2                    1
        5     -        | a2@0     0          2                    1
        6     -        | -        -          0                    0
    )")
        .check(kDepth3);
}

TEST(RouterCycles, HeadAloneAtDepthFourSendsItsCreditBeforeItself) {
    CycleTable({{'a', 0, 2, 3}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1 switch_allocator.grant_0 output_0.vc_0.held_q
        0     a0@0     | -        -          0                        0
        1     a1@0     | -        -          0                        0
        2     a2@0     | -        -          0                        0
        3     -        | -        0          2                        1
        4     -        | a0@0     0          2                        1
        5     -        | a1@0     0          2                        1
        6     -        | a2@0     -          0                        0
        7     -        | -        -          0                        0
    )")
        .check(depth_4_wavefront());
}

// Section 9: D(j) = A(j) + b for a flit that comes late; b = 1, at depth 4 b = 2.
TEST(RouterCycles, LateBodyFlitLeavesAfterOneCycle) {
    CycleTable({{'a', 0, 2, 2}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1
        0     a0@0     | -        -
        1     -        | -        -
        2     -        | -        -
        3     -        | a0@0     0
        4     a1@0     | -        -
        5     -        | a1@0     0
        6     -        | -        -
    )")
        .check(kDepth3);
}

TEST(RouterCycles, LateBodyFlitLeavesAfterTwoCyclesAtDepthFour) {
    CycleTable({{'a', 0, 2, 2}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1
        0     a0@0     | -        -
        1     -        | -        -
        2     -        | -        -
        3     -        | -        0
        4     -        | a0@0     -
        5     a1@0     | -        -
        6     -        | -        0
        7     -        | a1@0     -
        8     -        | -        -
    )")
        .check(depth_4_wavefront());
}

TEST(RouterCycles, StallsWithoutCreditsBeforeTheTraversalRegister) {
    CycleTable({{'a', 0, 2, 5}}, R"(
        cycle flit_i_1 credit_i_0 | flit_o_0 credit_o_1
        0     a0@0     -          | -        -
        1     a1@0     -          | -        -
        2     a2@0     -          | -        -
        3     a3@0     -          | -        0
        4     a4@0     -          | a0@0     0
        5     -        -          | a1@0     0
        6     -        -          | a2@0     0
        7     -        -          | a3@0     -
        8     -        -          | -        -
        9     -        0          | -        -
        10    -        -          | -        0
        11    -        -          | a4@0     -
        12    -        -          | -        -
    )")
        .check(depth_4_wavefront());
}

TEST(RouterCycles, MessageForThisNodeLeavesByTheEjectionPort) {
    CycleTable({{'a', 0, 1, 2}}, R"(
        cycle flit_i_1 | flit_o_0 flit_o_2 credit_o_1
        0     a0@1     | -        -        -
        1     a1@1     | -        -        -
        2     -        | -        -        -
        3     -        | -        a0@0     1
        4     -        | -        a1@0     1
        5     -        | -        -        -
    )")
        .check(kDepth3Wide);
}

TEST(RouterCycles, CreditStallHoldsFlitsUntilTheCycleAfterTheCredit) {
    CycleTable({{'a', 0, 2, 4}}, R"(
        cycle flit_i_1 credit_i_0 | flit_o_0 credit_o_1 output_0.vc_0.credits_q input_1.vc_0.occupancy
        0     a0@0     -          | -        -          2                       0
        1     a1@0     -          | a0@0     0          2                       1
        2     a2@0     -          | a1@0     0          1                       1
        3     a3@0     -          | -        -          0                       1
        4     -        -          | -        -          0                       2
        5     -        -          | -        -          0                       2
        6     -        0          | -        -          0                       2
        7     -        -          | a2@0     0          1                       2
        8     -        0          | -        -          0                       1
        9     -        -          | a3@0     0          1                       1
        10    -        -          | -        -          0                       0
    )")
        .check(kDepth1);
}

TEST(RouterCycles, HeadIsBlockedUntilTheTailAheadHasTheSwitch) {
    CycleTable({{'a', 0, 2, 3}, {'b', 1, 2, 2}}, R"(
        cycle flit_i_1 flit_i_2 | flit_o_0 credit_o_1 credit_o_2 input_2.vc_0.state_q output_0.vc_0.held_q
        0     a0@0     -        | -        -          -          0                    0
        1     a1@0     b0@0     | -        -          -          0                    0
        2     a2@0     b1@0     | -        -          -          0                    0
        3     -        -        | a0@0     0          -          1                    1
        4     -        -        | a1@0     0          -          1                    1
        5     -        -        | a2@0     0          -          1                    1
        6     -        -        | -        -          -          1                    0
        7     -        -        | b0@0     -          0          2                    1
        8     -        -        | b1@0     -          0          2                    1
        9     -        -        | -        -          -          0                    0
    )")
        .check(kDepth3);
}

TEST(RouterCycles, BufferEmptyHoldsTheVcUntilAllCreditsAreBack) {
    rtl::RouterParameters parameters = router(3, 1, 8);
    parameters.vc_reuse = rtl::VcReuse::buffer_empty;
    CycleTable({{'a', 0, 2, 2}, {'b', 1, 2, 1}}, R"(
        cycle flit_i_1 flit_i_2 credit_i_0 | flit_o_0 output_0.vc_0.held_q output_0.vc_0.credits_q
        0     a0@0     -        -          | -        0                    8
        1     a1@0     b0@0     -          | -        0                    8
        2     -        -        -          | -        0                    8
        3     -        -        -          | a0@0     1                    8
        4     -        -        -          | a1@0     1                    7
        5     -        -        0          | -        0                    6
        6     -        -        -          | -        0                    7
        7     -        -        0          | -        0                    7
        8     -        -        -          | -        0                    8
        9     -        -        -          | b0@0     1                    8
        10    -        -        -          | -        0                    7
    )")
        .check(parameters);
}

TEST(RouterCycles, TwoHeadsContendAndTheirMessagesInterleaveOnOneChannel) {
    // Both ask for VC 0 in cycle 2; index 1*2 goes before 2*2. The output's arbiter then
    // alternates.
    CycleTable({{'a', 0, 2, 3}, {'b', 1, 2, 2}}, R"(
        cycle flit_i_1 flit_i_2 | flit_o_0 credit_o_1 credit_o_2 input_1.vc_0.state_q input_2.vc_0.state_q
        0     a0@0     b0@0     | -        -          -          0                    0
        1     a1@0     b1@0     | -        -          -          0                    0
        2     a2@0     -        | -        -          -          1                    1
        3     -        -        | a0@0     0          -          2                    1
        4     -        -        | b0@1     -          0          2                    2
        5     -        -        | a1@0     0          -          2                    2
        6     -        -        | b1@1     -          0          2                    2
        7     -        -        | a2@0     0          -          2                    0
        8     -        -        | -        -          -          0                    0
    )")
        .check(kDepth3Wide);
}

// Three heads ask for VC 0 in cycle 2, the losers for VC 1 in cycle 3; the last waits for a tail.
TEST(RouterCycles, HeadsContendForVirtualChannels) {
    CycleTable({{'a', 0, 2, 2}, {'b', 0, 2, 2}, {'c', 0, 2, 2}}, R"(
        cycle flit_i_0 flit_i_1 flit_i_2 | flit_o_0
        0     a0@0     b0@0     c0@0     | -
        1     a1@0     b1@0     c1@0     | -
        2     -        -        -        | -
        3     -        -        -        | a0@0
        4     -        -        -        | b0@1
        5     -        -        -        | a1@0
        6     -        -        -        | b1@1
        7     -        -        -        | c0@0
        8     -        -        -        | c1@0
        9     -        -        -        | -
    )")
        .check(kDepth3Wide);
}

// Sections 5 and 7: heads of inputs 0 and 2 take ejection VCs 0 and 1, 0 and 1 in turns. Then
// inputs 0 and 1 ask for VC 0 at once, which inputs 0 and 2 have had. Round robin has come round
// and takes input 0; the matrix takes input 1, which has never won. The other one asks for VC 1 in
// the next cycle.
const std::vector<MessageSpec> kSixToOneNode = {{'a', 0, 1, 1}, {'b', 0, 1, 1}, {'c', 0, 1, 1},
                                                {'d', 0, 1, 1}, {'e', 0, 1, 1}, {'f', 0, 1, 1}};

TEST(RouterCycles, RoundRobinHasComeRound) {
    CycleTable(kSixToOneNode, R"(
        cycle flit_i_0 flit_i_1 flit_i_2 | flit_o_2
        0     a0@0     -        -        | -
        3     -        -        -        | a0@0
        4     -        -        b0@0     | -
        7     -        -        -        | b0@1
        8     -        -        c0@0     | -
        11    -        -        -        | c0@0
        12    -        -        d0@0     | -
        15    -        -        -        | d0@1
        16    e0@0     f0@0     -        | -
        17    -        -        -        | -
        18    -        -        -        | -
        19    -        -        -        | e0@0
        20    -        -        -        | f0@1
        21    -        -        -        | -
    )")
        .check(kDepth3Wide);
}

TEST(RouterCycles, TheMatrixPrefersWhoHasNotWon) {
    CycleTable(kSixToOneNode, R"(
        cycle flit_i_0 flit_i_1 flit_i_2 | flit_o_2
        0     a0@0     -        -        | -
        2     -        -        -        | a0@0
        4     -        -        b0@0     | -
        6     -        -        -        | b0@1
        8     -        -        c0@0     | -
        10    -        -        -        | c0@0
        12    -        -        d0@0     | -
        14    -        -        -        | d0@1
        16    e0@0     f0@0     -        | -
        17    -        -        -        | -
        18    -        -        -        | f0@0
        19    -        -        -        | e0@1
        20    -        -        -        | -
    )")
        .check(depth_2_matrix(), 3);
}

// Section 10: on a network input RC waits for the tail, unless the message is for this node; at the
// source it does not wait.
TEST(RouterCycles, StoreAndForwardWaitsForTheTail) {
    rtl::RouterParameters parameters = router(1, 2, 4);
    parameters.switching = rtl::Switching::store_and_forward;
    CycleTable({{'a', 2, 0, 3}, {'b', 0, 1, 3}, {'c', 1, 2, 3}}, R"(
        cycle flit_i_0 flit_i_1 flit_i_2 | flit_o_0 flit_o_1 flit_o_2
        0     a0@0     b0@0     c0@0     | -        -        -
        1     a1@0     b1@0     c1@0     | c0@0     -        b0@0
        2     a2@0     b2@0     c2@0     | c1@0     -        b1@0
        3     -        -        -        | c2@0     a0@0     b2@0
        4     -        -        -        | -        a1@0     -
        5     -        -        -        | -        a2@0     -
        6     -        -        -        | -        -        -
    )")
        .check(parameters);
}

TEST(RouterCycles, TwoVcsOfOneInputShareItRoundRobin) {
    // Both messages come in by input 1, on VCs 0 and 1, for different outputs: one flit a cycle.
    CycleTable({{'a', 0, 2, 2}, {'b', 0, 1, 2}}, R"(
        cycle flit_i_1 | flit_o_0 flit_o_2 credit_o_1
        0     a0@0     | -        -        -
        1     b0@1     | -        -        -
        2     a1@0     | -        -        -
        3     b1@1     | a0@0     -        0
        4     -        | -        b0@0     1
        5     -        | a1@0     -        0
        6     -        | -        b1@0     1
        7     -        | -        -        -
    )")
        .check(kDepth3Wide);
}

TEST(RouterCycles, CutThroughWaitsForRoomForTheWholeMessage) {
    CycleTable({{'a', 0, 2, 2}, {'b', 0, 2, 3}}, R"(
        cycle flit_i_1 credit_i_0 | flit_o_0 output_0.vc_0.credits_q output_0.vc_0.held_q
        0     a0@0     -          | -        3                       0
        1     a1@0     -          | a0@0     3                       0
        2     b0@0     0          | a1@0     2                       1
        3     b1@0     -          | -        2                       0
        4     b2@0     0          | -        2                       0
        5     -        -          | b0@0     3                       0
        6     -        -          | b1@0     2                       1
        7     -        -          | b2@0     1                       1
        8     -        -          | -        0                       0
    )")
        .check(depth_1_cut_through());
}

}  // namespace
}  // namespace flitscope::tb
