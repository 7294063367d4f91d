#pragma once

#include <map>
#include <set>
#include <string>

namespace flitscope::cost {

/// What a cell library in the liberty format says about its cells.
struct LibertyCells {
    std::string name;                    ///< of the library
    std::map<std::string, double> area;  ///< by cell, in the library's unit, by custom um2
    std::set<std::string> flip_flops;    ///< cells with a group ff
    std::string inverter;                ///< the smallest
};

/// Reads the text of a library. Throws std::invalid_argument, which says what is missing, for a
/// text without a library, and for a library without a flip-flop or an inverter.
LibertyCells liberty_cells(const std::string& text);

}  // namespace flitscope::cost
