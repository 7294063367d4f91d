#pragma once

#include <string>

#include "rtl_models/cost/liberty_cells.h"

namespace flitscope::tb {

/// The cells that a router is made of.
struct CellLibrary {
    bool technology = false;  ///< false: gates, areas in gate equivalents and times in levels
    std::string text;
    cost::LibertyCells cells;
};

/// `liberty`: as --liberty takes it, a library that Debian packages (osu018, osu035) or a file;
/// empty: gates. Throws UsageError, which names the package where one is missing.
CellLibrary read_cell_library(const std::string& liberty);

}  // namespace flitscope::tb
