// Draws curves from CSV files, for scripts: one curve an argument, NAME=FILE:X:Y[:ERROR] with
// column names of the file's first line. PANEL|NAME=...: in the panel with that title. Of a file
// with several values in its column `series` (`flitscope sweep collect`) NAME is the one that is
// drawn.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>
#include <set>

#include "common/atomic_file.h"
#include "common/row_file.h"
#include "testbenches/program/plot/gnuplot_plot.h"

namespace {

using flitscope::split;
using flitscope::tb::Plot;
using flitscope::tb::PlotSeries;
using flitscope::tb::PlotStyle;

std::size_t column(const std::vector<std::string>& names, const std::string& name,
                   const std::string& file) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
        throw std::invalid_argument("no column '" + name + "' in " + file);
    }
    return static_cast<std::size_t>(found - names.begin());
}

/// The cells of a line; one in double quotes may hold commas.
std::vector<std::string> cells_of(const std::string& line) {
    if (line.find('"') == std::string::npos) {
        return split(line, ',');
    }
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += c;
        }
    }
    return cells;
}

/// Leaves the rows of the series `name`, where there are several. Throws if it is none of them.
void keep_series(const std::vector<std::string>& names, const std::string& name,
                 const std::string& file, std::vector<std::vector<std::string>>& rows) {
    const auto at =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), "series") - names.begin());
    std::set<std::string> all;
    for (const auto& row : rows) {
        if (at < row.size()) {
            all.insert(row[at]);
        }
    }
    if (all.size() < 2) {
        return;
    }
    if (all.count(name) == 0) {
        std::string accepted;
        for (const std::string& each : all) {
            accepted += (accepted.empty() ? "" : ", ") + ("'" + each + "'");
        }
        throw std::invalid_argument("no series '" + name + "' in " + file +
                                    "; accepted: " + accepted);
    }
    rows.erase(std::remove_if(rows.begin(), rows.end(),
                              [&](const auto& row) { return at >= row.size() || row[at] != name; }),
               rows.end());
}

/// A cell that is no number (a saturated point has none) breaks the curve.
double number(const std::vector<std::string>& cells, std::size_t i) {
    if (i >= cells.size() || cells[i].empty()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    char* end = nullptr;
    const double value = std::strtod(cells[i].c_str(), &end);
    return *end == '\0' ? value : std::numeric_limits<double>::quiet_NaN();
}

PlotSeries read_series(const std::string& argument) {
    const std::size_t equals = argument.rfind('=');  // names are anything
    const auto parts = split(equals == std::string::npos ? "" : argument.substr(equals + 1), ':');
    if (parts.size() != 3 && parts.size() != 4) {
        throw std::invalid_argument("curve '" + argument + "': must be NAME=FILE:X:Y[:ERROR]");
    }
    errno = 0;
    std::ifstream file(parts[0]);
    std::string line;
    if (!std::getline(file, line)) {
        throw std::invalid_argument(
            parts[0] + (errno == 0 ? std::string(": is empty")
                                   : std::string(": cannot be read: ") + std::strerror(errno)));
    }
    const auto names = cells_of(line);
    std::vector<std::size_t> columns;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        columns.push_back(column(names, parts[i], parts[0]));
    }
    PlotSeries series;
    series.name = argument.substr(0, equals);
    const std::size_t bar = series.name.find('|');
    if (bar != std::string::npos) {
        series.panel = series.name.substr(0, bar);
        series.name.erase(0, bar + 1);
    }
    std::vector<std::vector<std::string>> rows;
    while (std::getline(file, line)) {
        rows.push_back(cells_of(line));
    }
    keep_series(names, series.name, parts[0], rows);
    for (const auto& cells : rows) {
        series.x.push_back(number(cells, columns[0]));
        series.y.push_back(number(cells, columns[1]));
        if (columns.size() == 3) {
            series.error.push_back(number(cells, columns[2]));
        }
    }
    return series;
}

/// Marks the saturation of a curve: "[PANEL|]NAME=X".
void add_saturation(const std::string& argument, Plot& plot) {
    const std::size_t equals = argument.rfind('=');
    const auto named = [&](const PlotSeries& series) {
        const std::string full = (series.panel.empty() ? "" : series.panel + "|") + series.name;
        return full == argument.substr(0, equals) || "|" + full == argument.substr(0, equals);
    };
    const auto curve = std::find_if(plot.series.begin(), plot.series.end(), named);
    if (equals == std::string::npos || curve == plot.series.end()) {
        throw std::invalid_argument("--saturation '" + argument +
                                    "': must be [PANEL|]NAME=X with a curve of that name");
    }
    curve->saturation = number({argument.substr(equals + 1)}, 0);
}

void add_series(const std::vector<std::string>& arguments, PlotStyle style, Plot& plot) {
    for (const std::string& argument : arguments) {
        plot.series.push_back(read_series(argument));
        plot.series.back().style = style;
    }
}

}  // namespace

int main(int argc, char** argv) {
    Plot plot;
    std::string out;
    std::vector<std::string> curves;
    std::vector<std::string> marks;
    std::vector<std::string> lines;
    std::vector<std::string> saturations;
    CLI::App app{"Draws curves from CSV files with gnuplot."};
    app.add_option("--out", out, "file to draw into, .svg or .png")->required();
    app.add_option("--title", plot.title);
    app.add_option("--x", plot.x_label, "label of the x axis, with unit");
    app.add_option("--y", plot.y_label, "label of the y axis, with unit");
    app.add_flag("--log-y", plot.logarithmic_y);
    app.add_flag("--from-zero", plot.from_zero, "the axes show 0");
    app.add_option("--points", marks, "NAME=FILE:X:Y[:ERROR], drawn as points; may be repeated")
        ->allow_extra_args(false);
    app.add_option("--lines", lines, "NAME=FILE:X:Y[:ERROR], drawn as a line; may be repeated")
        ->allow_extra_args(false);
    app.add_option("--saturation", saturations,
                   "[PANEL|]NAME=X, marks X on the x axis in the colour of that curve; may be "
                   "repeated")
        ->allow_extra_args(false);
    app.add_option("curves", curves, "[PANEL|]NAME=FILE:X:Y[:ERROR], points joined by lines");
    CLI11_PARSE(app, argc, argv);
    try {
        add_series(curves, PlotStyle::lines_and_points, plot);
        add_series(lines, PlotStyle::lines, plot);
        add_series(marks, PlotStyle::points, plot);
        for (const std::string& each : saturations) {
            add_saturation(each, plot);
        }
        flitscope::tb::write_plot(plot, out);
    } catch (const std::invalid_argument& error) {
        std::cerr << "flitscope_plot: " << error.what() << "\n";
        return 2;
    } catch (const flitscope::OutputError& error) {
        std::cerr << "flitscope_plot: " << error.what() << "\n";
        return 7;
    } catch (const std::exception& error) {
        std::cerr << "flitscope_plot: " << error.what() << "\n";
        return 1;
    }
    return 0;
}
