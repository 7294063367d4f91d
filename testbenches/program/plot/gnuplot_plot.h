#pragma once

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace flitscope::tb {

enum class PlotStyle { lines_and_points, lines, points };

/// One curve. `x` and `y` have the same length; points with a NaN are left out and break the line.
struct PlotSeries {
    std::string name;  ///< in the legend
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> error{};  ///< half-width of a bar at each y, or empty: no bars
    PlotStyle style = PlotStyle::lines_and_points;
    std::string panel{};               ///< title of the panel it is drawn in; all "": one panel
    std::string x_label{}, y_label{};  ///< of its panel, by the first series there; "": of the plot
    std::vector<std::size_t> undecided{};  ///< points with a question mark
    std::string colour_of{};  ///< series of a panel that name the same have one colour; "": its own
    /// Where on the x axis a mark in the colour of the curve says that it saturates; NaN: none.
    double saturation = std::numeric_limits<double>::quiet_NaN();

    bool drawable(std::size_t i) const { return std::isfinite(x[i]) && std::isfinite(y[i]); }
};

/// A chart with two axes, or several panels, up to three side by side, in the order in which the
/// series name them, each with axes of its own. Labels carry the unit: "latency (cycles)".
struct Plot {
    std::string title;
    std::string x_label;
    std::string y_label;
    std::vector<PlotSeries> series;
    bool logarithmic_y = false;
    bool logarithmic_x = false;
    bool from_zero = false;  ///< axes that are not logarithmic show 0
    std::string saturation_label = "largest throughput sustained";  ///< below the x axis
    std::string undecided_label = "the run is undecided";           ///< the same
};

/// gnuplot is missing or failed.
class PlotError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Draws with gnuplot into `file`; its extension chooses the format: .svg or .png. The axes
/// end where the data do. Curves differ in colour, dash pattern and hollow point symbol, so that
/// those that coincide are all seen. The name is never interpreted; the file is
/// there as a whole or not at all. Throws PlotError; OutputError where it cannot be written;
/// std::invalid_argument for another extension, no points at all, or series of unequal length.
void write_plot(const Plot& plot, const std::string& file);

/// Throws std::invalid_argument for a file that write_plot refuses by its name.
void check_plot_name(const std::string& file);

/// What `write_plot` hands to gnuplot, which draws to its standard output: data, then commands.
/// `file` chooses the format. For tests and for restyling by hand.
std::string gnuplot_script(const Plot& plot, const std::string& file);

}  // namespace flitscope::tb
