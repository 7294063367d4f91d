#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace flitscope::cost {

/// What the outputs of a cell did while a netlist was simulated.
struct CellToggles {
    int outputs = 0;
    std::uint64_t toggles = 0;  ///< changes between 0 and 1 of all outputs

    double per_output() const { return static_cast<double>(toggles) / outputs; }
};
using UnitToggles = std::map<std::string, CellToggles>;  ///< by cell

/// The names of outputs in the models of cells that Yosys writes (files/cells.ys).
std::set<std::string> output_pins(const std::string& cell_models);

/// Reads a value change dump of the netlist of a router, which lies in module `top`, and returns
/// what the cells did, by the path of their unit below it (UnitInstance). `outputs`: names of
/// output pins. Throws std::runtime_error for a file that is no such dump.
std::map<std::string, UnitToggles> cell_toggles(const std::string& dump, const std::string& top,
                                                const std::set<std::string>& units,
                                                const std::set<std::string>& outputs);

}  // namespace flitscope::cost
