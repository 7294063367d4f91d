#pragma once

#include <string>
#include <vector>

namespace flitscope::cost {

/// A part of a path that lies in one unit.
struct PathPart {
    std::string unit;
    int levels = 0;    ///< combinational cells
    double delay = 0;  ///< ns, of the flip-flop that it begins or ends with too
};

/// The longest path of a router.
struct LongestPath {
    double period = 0;            ///< ns, the shortest that the path allows
    int levels = 0;               ///< combinational cells
    std::vector<PathPart> parts;  ///< from its start to its end
};

/// Clock period at which OpenSTA is asked, in ns; files/timing.tcl sets it.
constexpr double kAskedPeriod = 100;

/// Reads what report_checks of OpenSTA says of the path with the least slack. Throws
/// std::invalid_argument where there is none.
LongestPath longest_path(const std::string& report);

}  // namespace flitscope::cost
