#include "testbenches/tests/whole/cycles/cycle_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "rtl_models/cosim/verilog_network.h"
#include "testbenches/drive/run/fresh_kernel.h"

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

std::vector<std::string> words(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> result;
    for (std::string word; in >> word;) {
        result.push_back(word);
    }
    return result;
}

std::string shown(const VcdFile& dump, const std::string& column, rtl::Cycle cycle) {
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

}  // namespace

void CycleTable::check(const rtl::RouterParameters& parameters, int cycles_per_flit) {
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

void CycleTable::play(RouterBench& bench) const {
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

void CycleTable::parse() {
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

rtl::Flit CycleTable::flit(const std::string& cell) const {
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

void CycleTable::drive(RouterBench& bench, const std::string& column, rtl::Cycle cycle,
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

}  // namespace flitscope::tb
