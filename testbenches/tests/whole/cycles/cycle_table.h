#pragma once

#include <string>
#include <vector>

#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "testbenches/tests/whole/cycles/router_bench.h"

namespace flitscope::tb {

struct MessageSpec {
    char name;
    int source;
    int destination;
    int length;
};

/// A hand-written cycle table, one row per cycle, and the router that it is read from: at level
/// signal and in Verilog, by the waveform.
///
/// Columns left of `|` are driven, right of it expected. A flit is "a2@1": flit 2 of message a on
/// VC 1; a credit is the number of its VC; "-" is nothing. Other columns are signals of the dump.
class CycleTable {
public:
    CycleTable(std::vector<MessageSpec> messages, const char* table)
        : messages_(std::move(messages)), table_(table) {}

    /// Of both levels.
    void check(const rtl::RouterParameters& parameters, int cycles_per_flit = 1);

private:
    struct Row {
        rtl::Cycle cycle;
        std::vector<std::string> cells;
    };

    void play(RouterBench& bench) const;
    void parse();
    rtl::Flit flit(const std::string& cell) const;
    void drive(RouterBench& bench, const std::string& column, rtl::Cycle cycle,
               const std::string& cell) const;

    std::vector<MessageSpec> messages_;
    std::string table_;
    std::vector<std::string> columns_;
    std::size_t driven_ = 0;
    std::vector<Row> rows_;
};

}  // namespace flitscope::tb
