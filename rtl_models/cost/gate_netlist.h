#pragma once

#include <map>
#include <string>

namespace flitscope::cost {

/// How often each cell occurs in a netlist of cells, by name. `verilog`: a module as Yosys writes
/// it with -noattr -noexpr.
std::map<std::string, int> cells_of_netlist(const std::string& verilog);

/// The same netlist with assignments of single bits in the place of those that have lists, which
/// OpenSTA does not read. Constants are binary (-nohex).
std::string without_lists(const std::string& verilog);

/// The same module with an input clk_i, if it has none: OpenSTA counts activity in cycles of a
/// clock.
std::string with_clock(const std::string& verilog);

}  // namespace flitscope::cost
