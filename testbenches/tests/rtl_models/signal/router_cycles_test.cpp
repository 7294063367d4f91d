// A single router against hand-written cycle tables, one row per cycle, read from its waveform.
// The tables follow from docs/router.md alone.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "testbenches/tests/rtl_models/signal/router_bench.h"
#include "testbenches/tests/whole/fresh_kernel.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"

namespace flitscope::tb {
namespace {

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

    void check(const rtl::RouterParameters& parameters) {
        const FreshKernel kernel;
        RouterBench bench(parameters);
        parse();
        for (const Row& row : rows_) {
            for (std::size_t c = 0; c < driven_; ++c) {
                drive(bench, columns_[c], row.cycle, row.cells[c]);
            }
        }
        const std::string path = testing::TempDir() + "router_cycles_" +
                                 std::to_string(::getpid()) + ".vcd";
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

private:
    struct Row {
        rtl::Cycle cycle;
        std::vector<std::string> cells;
    };

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

TEST(RouterCycles, HeadAloneAtDepthOne) {
    CycleTable({{'a', 0, 2, 3}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1
        0     a0@0     | -        -
        1     a1@0     | a0@0     0
        2     a2@0     | a1@0     0
        3     -        | a2@0     0
        4     -        | -        -
    )").check(router(1, 1, 4));
}

TEST(RouterCycles, HeadAloneAtDepthTwo) {
    CycleTable({{'a', 0, 2, 3}}, R"(
        cycle flit_i_1 | flit_o_0 credit_o_1 input_1.vc_0.state_q
        0     a0@0     | -        -          0
        1     a1@0     | -        -          0
        2     a2@0     | a0@0     0          2
        3     -        | a1@0     0          2
        4     -        | a2@0     0          2
        5     -        | -        -          0
    )").check(router(2, 1, 4));
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
    )").check(router(3, 1, 4));
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
    )").check(router(4, 1, 4));
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
    )").check(router(3, 2, 4));
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
    )").check(router(1, 1, 2));
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
    )").check(router(3, 1, 8));
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
    )").check(parameters);
}

TEST(RouterCycles, TwoHeadsContendAndTheirMessagesInterleaveOnOneChannel) {
    // Both ask for VC 0 in cycle 2; index 1*2 goes before 2*2. The output's arbiter then alternates.
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
    )").check(router(3, 2, 8));
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
    )").check(router(3, 2, 8));
}

TEST(RouterCycles, CutThroughWaitsForRoomForTheWholeMessage) {
    rtl::RouterParameters parameters = router(1, 1, 3);
    parameters.switching = rtl::Switching::virtual_cut_through;
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
    )").check(parameters);
}

}  // namespace
}  // namespace flitscope::tb
