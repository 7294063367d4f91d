#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/drive/campaign/sweep_file.h"
#include "testbenches/program/plot/gnuplot_plot.h"
#include "testbenches/program/reproduce_command/statement.h"

namespace flitscope::tb {

/// An axis of a figure, or of one of its curves.
struct FigureAxis {
    std::string figure;  ///< of a result, by its dotted name; of x: or a key of the configuration
    std::string label;
    double factor = 1;
    bool logarithmic = false;
    ConfigPosition position;  ///< of `figure`
};

/// One curve and its origin, of which it has one.
struct CurveSource {
    std::string name;
    std::string label;
    std::string panel;
    std::string colour;  ///< the curve that has the same one; "": none
    PlotStyle style = PlotStyle::lines_and_points;
    bool hidden = false;
    bool keep_saturated = false;  ///< it has values beyond saturation
    FigureAxis x, y;

    std::optional<SweepFile> sweep;
    std::vector<std::string> command;  ///< run at each point of the sweep; empty: the sweep itself
    std::string formula;
    std::vector<std::pair<double, double>> points;
};

/// A command that draws a picture.
struct FigureDrawing {
    std::vector<std::string> command;
    std::string save;    ///< the option that names the picture
    std::string config;  ///< YAML
};

/// A figure of a paper (docs/reproduce.md).
struct FigureFile {
    std::string path;    ///< of the file, absolute
    std::string paper;   ///< name of its folder
    std::string figure;  ///< name of the file, without its extension
    std::string title, source, notes;
    std::string not_reproducible;  ///< why; "": it is
    FigureAxis x, y;
    bool table = false;  ///< its page has a table of all values
    std::vector<CurveSource> curves;
    std::vector<Statement> statements;
    std::optional<FigureDrawing> drawing;

    std::string id() const { return paper + "/" + figure; }
};

/// Reads a figure; `quick`: with its section `quick`. Throws ConfigError.
FigureFile read_figure(const std::string& path, bool quick);

}  // namespace flitscope::tb
