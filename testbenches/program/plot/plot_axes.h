#pragma once

#include <string>
#include <vector>

#include "testbenches/program/plot/gnuplot_plot.h"

namespace flitscope::tb {

/// The two ends of an axis.
struct AxisRange {
    double low = 0;
    double high = 1;
};

/// From the least value to the largest, with a twentieth of their distance on both sides. Where
/// that comes close to 0, the axis begins at 0. A logarithmic axis ignores values that are not
/// above 0. The same on the report page
/// (`roomAround` in curves.js).
AxisRange range_around(const std::vector<double>& values, bool logarithmic);

/// The range of the points, bars and saturation marks of a panel.
AxisRange x_range(const Plot& plot, const std::string& panel);
AxisRange y_range(const Plot& plot, const std::string& panel);

/// gnuplot's tics of a logarithmic `axis`, x or y. Labels at 1, 2 and 5 of a decade, within one
/// decade at all digits, beyond three decades at 1 only; tics without labels at the other digits.
/// Where that would give fewer than two labels, those of a linear axis.
std::string log_tics(AxisRange range, char axis = 'y');

}  // namespace flitscope::tb
