// A single router, of the signal level and in Verilog, against hand-written cycle tables, one row
// per cycle, read from its waveform. The tables follow from docs/router.md alone.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "rtl_models/cosim/verilog_network.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "testbenches/tests/whole/fresh_kernel.h"
#include "testbenches/tests/whole/router_bench.h"

namespace flitscope::cosim {

// Made in CMakeLists.txt.
VerilogSet verilog_set_cycles_1();
VerilogSet verilog_set_cycles_1_cut_through();
VerilogSet verilog_set_cycles_1_stored();
VerilogSet verilog_set_cycles_2();
VerilogSet verilog_set_cycles_3();
VerilogSet verilog_set_cycles_3_empty();
VerilogSet verilog_set_cycles_3_wide();
VerilogSet verilog_set_cycles_4();

}  // namespace flitscope::cosim

namespace flitscope::tb {
namespace {

rtl::RouterFactory verilog_router(const rtl::NetworkDescription& description) {
    static const std::vector<cosim::VerilogSet> sets = {
        cosim::verilog_set_cycles_1(),        cosim::verilog_set_cycles_1_cut_through(),
        cosim::verilog_set_cycles_1_stored(), cosim::verilog_set_cycles_2(),
        cosim::verilog_set_cycles_3(),        cosim::verilog_set_cycles_3_empty(),
        cosim::verilog_set_cycles_3_wide(),   cosim::verilog_set_cycles_4()};
    return cosim::verilog_router_factory(description, sets);
}

struct MessageSpec {
    char name;
    int source;
    int destination;
    int length;
};

/// Columns left of `|` are driven, right of it expected. A flit is "a2@1": flit 2 of message a on
/// VC 1; a credit is the number of its VC; "-" is nothing. Other columns are signals of the dump.
class CycleTable {
public:
    CycleTable(std::vector<MessageSpec> messages, const char* table)
        : messages_(std::move(messages)), table_(table) {}

    /// Of both levels.
    void check(const rtl::RouterParameters& parameters, int cycles_per_flit = 1) {
        parse();
        {
            SCOPED_TRACE("signal");
            const FreshKernel kernel;
            RouterBench bench(parameters, cycles_per_flit);
            play(bench);
        }
        {
            SCOPED_TRACE("verilog");
            const FreshKernel kernel;
            RouterBench bench(parameters, cycles_per_flit, verilog_router);
            play(bench);
        }
    }

private:
    struct Row {
        rtl::Cycle cycle;
        std::vector<std::string> cells;
    };

    void play(RouterBench& bench) const {
        for (const Row& row : rows_) {
            for (std::size_t c = 0; c < driven_; ++c) {
                drive(bench, columns_[c], row.cycle, row.cells[c]);
            }
        }
        const std::string path =
            testing::TempDir() + "router_cycles_" + std::to_string(::getpid()) + ".vcd";
        bench.run(rows_.back().cycle + 1, path);
        const VcdFile dump(path);
        std::remove(path.c_str());
        for (const Row& row : rows_) {
            for (std::size_t c = driven_; c < columns_.size(); ++c) {
                EXPECT_EQ(shown(dump, columns_[c], row.cycle), row.cells[c])
                    << "cycle " << row.cycle << ", " << columns_[c];
            }
        }
    }

    static std::vector<std::string> words(const std::string& line) {
        std::istringstream in(line);
        std::vector<std::string> result;
        for (std::string word; in >> word;) {
            result.push_back(word);
        }
        return result;
    }

    void parse() {
        std::istringstream in(table_);
        for (std::string line; std::getline(in, line);) {
            std::vector<std::string> cells = words(line);
            if (cells.empty()) {
                continue;
            }
            const auto bar = std::find(cells.begin(), cells.end(), "|");
            ASSERT_NE(bar, cells.end()) << line;
            const auto driven = static_cast<std::size_t>(bar - cells.begin()) - 1;
            cells.erase(bar);
            const std::string first = cells.front();
            cells.erase(cells.begin());
            if (first == "cycle") {
                columns_ = cells;
                driven_ = driven;
                continue;
            }
            ASSERT_EQ(cells.size(), columns_.size()) << line;
            ASSERT_EQ(driven, driven_) << line;
            rows_.push_back({std::stoll(first), cells});
        }
    }

    rtl::Flit flit(const std::string& cell) const {
        const auto spec = std::find_if(messages_.begin(), messages_.end(),
                                       [&](const MessageSpec& m) { return m.name == cell[0]; });
        rtl::Flit flit;
        flit.message = static_cast<std::uint32_t>(cell[0]);
        flit.index = static_cast<std::uint32_t>(cell[1] - '0');
        flit.length = static_cast<std::uint32_t>(spec->length);
        flit.source = spec->source;
        flit.destination = spec->destination;
        flit.vc = static_cast<std::uint8_t>(cell[3] - '0');
        flit.kind = rtl::flit_kind(flit.index, flit.length);
        return flit;
    }

    void drive(RouterBench& bench, const std::string& column, rtl::Cycle cycle,
               const std::string& cell) const {
        if (cell == "-") {
            return;
        }
        const int port = column.back() - '0';
        if (column.compare(0, 7, "flit_i_") == 0) {
            bench.drive_flit(port, cycle, flit(cell));
        } else {
            bench.drive_credit(port, cycle, cell[0] - '0');
        }
    }

    static std::string shown(const VcdFile& dump, const std::string& column, rtl::Cycle cycle) {
        const std::int64_t time = cycle * 1000;
        const auto value = [&](const std::string& name) {
            return dump.value("router_1." + name, time).value();
        };
        const std::string port = column.substr(column.size() - 1);
        if (column.compare(0, 7, "flit_o_") == 0) {
            const std::string prefix = "output_" + port + ".flit_o_";
            return value(prefix + "valid") == 0
                       ? "-"
                       : std::string(1, static_cast<char>(value(prefix + "message"))) +
                             std::to_string(value(prefix + "index")) + "@" +
                             std::to_string(value(prefix + "vc"));
        }
        if (column.compare(0, 9, "credit_o_") == 0) {
            const std::uint64_t vcs = value("input_" + port + ".credit_o");
            return vcs == 0 ? "-" : std::to_string(__builtin_ctzll(vcs));
        }
        return std::to_string(value(column));
    }

    std::vector<MessageSpec> messages_;
    std::string table_;
    std::vector<std::string> columns_;
    std::size_t driven_ = 0;
    std::vector<Row> rows_;
};

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

// Section 7: heads of inputs 0, then 2, then 0 and 1 at once ask for ejection VC 0. Round robin has
// come round and takes input 0; the matrix takes input 1, which has never won.
TEST(RouterCycles, RoundRobinHasComeRound) {
    CycleTable({{'a', 0, 1, 1}, {'b', 0, 1, 1}, {'c', 0, 1, 1}, {'d', 0, 1, 1}}, R"(
        cycle flit_i_0 flit_i_1 flit_i_2 | flit_o_2
        0     a0@0     -        -        | -
        3     -        -        -        | a0@0
        4     -        -        b0@0     | -
        7     -        -        -        | b0@0
        8     c0@0     d0@0     -        | -
        9     -        -        -        | -
        10    -        -        -        | -
        11    -        -        -        | c0@0
        12    -        -        -        | d0@1
        13    -        -        -        | -
    )")
        .check(kDepth3Wide);
}

TEST(RouterCycles, TheMatrixPrefersWhoHasNotWon) {
    CycleTable({{'a', 0, 1, 1}, {'b', 0, 1, 1}, {'c', 0, 1, 1}, {'d', 0, 1, 1}}, R"(
        cycle flit_i_0 flit_i_1 flit_i_2 | flit_o_2
        0     a0@0     -        -        | -
        2     -        -        -        | a0@0
        4     -        -        b0@0     | -
        6     -        -        -        | b0@0
        8     c0@0     d0@0     -        | -
        9     -        -        -        | -
        10    -        -        -        | d0@0
        11    -        -        -        | c0@1
        12    -        -        -        | -
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
