#pragma once

#include <string>
#include <vector>

#include "testbenches/program/reproduce_command/figure_file.h"
#include "testbenches/program/reproduce_command/sweep_rows.h"

namespace flitscope::tb {

/// A figure that was made.
struct FigureResult {
    Curves curves;
    std::vector<Verdict> verdicts;      ///< of its statements
    std::vector<std::string> failures;  ///< a line per point that failed, or for the picture
};

/// Makes the folder of the file the current one, to which files that configurations name are
/// relative.
void enter_folder_of(const FigureFile& figure);

/// Runs the sweeps of a figure, judges its statements, and writes `stem`.csv and `stem`.svg, the
/// drawing of a figure without curves. Throws as SweepRunner.
FigureResult run_figure(const FigureFile& figure, const std::string& stem, SweepRunner& runner);

}  // namespace flitscope::tb
