#include "testbenches/program/plot/gnuplot_plot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>

#include "common/atomic_file.h"
#include "testbenches/program/plot/colours.h"
#include "testbenches/program/plot/plot_axes.h"

namespace flitscope::tb {

namespace {

/// gnuplot's single-quoted text: everything literal, a quote doubled; one line.
std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) {
        result += c == '\'' ? "''" : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
    }
    return result + "'";
}

bool has_points(const PlotSeries& series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (series.drawable(i)) {
            return true;
        }
    }
    return false;
}

void check(const Plot& plot, const std::string& file) {
    check_plot_name(file);
    for (const PlotSeries& series : plot.series) {
        if (series.y.size() != series.x.size() ||
            (!series.error.empty() && series.error.size() != series.x.size())) {
            throw std::invalid_argument(
                fmt::format("plot series '{}': x, y and error differ in length", series.name));
        }
    }
    if (std::none_of(plot.series.begin(), plot.series.end(), has_points)) {
        throw std::invalid_argument("plot: no points to draw");
    }
}

std::string data_block(const PlotSeries& series, std::size_t number) {
    std::string text = fmt::format("$series{} << EndOfSeries\n", number);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!series.drawable(i)) {
            text += "\n";  // a blank line breaks the curve
        } else if (series.error.empty()) {
            text += fmt::format("{:.9g} {:.9g}\n", series.x[i], series.y[i]);
        } else {
            text +=
                fmt::format("{:.9g} {:.9g} {:.9g}\n", series.x[i], series.y[i], series.error[i]);
        }
    }
    return text + "EndOfSeries\n";
}

/// Colour, dashes and symbol of a series. Hollow symbols and gaps in lines show what lies below, as
/// does a curve that is thinner and has smaller symbols than the one before.
struct Look {
    std::string colour, dashes;
    int symbol = 0;
    double size = 0;
};

Look look_of(std::size_t number, std::size_t of_colour) {
    static const char* const dashes[] = {"solid",          "(12,6)", "(3,4)", "(12,4,3,4)",
                                         "(12,4,3,4,3,4)", "(20,6)", "(6,3)"};
    static const int hollow[] = {6, 4, 8, 12, 10, 14};  // circle, square, triangles, pentagon
    const std::size_t shape = number % std::size(hollow);
    return {colour(of_colour), dashes[number % std::size(dashes)], hollow[shape],
            1.3 - 0.13 * static_cast<double>(shape)};
}

/// What `plot` draws for the series of this number: bars in whole lines, and the curve.
std::string curve(const PlotSeries& series, std::size_t number, const Look& look) {
    const std::string colour = fmt::format("linecolor rgb '{}'", look.colour);
    std::string bars;
    if (!series.error.empty()) {
        bars = fmt::format(
            "$series{} using 1:2:3 with yerrorbars {} linewidth 1.2 pointsize 0.01 notitle, ",
            number, colour);
    }
    const std::string line = fmt::format(" dashtype {} linewidth {:g}", look.dashes, 2 * look.size);
    const std::string point = fmt::format(" pointtype {} pointsize {:g}", look.symbol, look.size);
    std::string style;
    switch (series.style) {
        case PlotStyle::lines_and_points:
            style = "linespoints" + line + point;
            break;
        case PlotStyle::lines:
            style = "lines" + line;
            break;
        case PlotStyle::points:
            style = "points linewidth 2" + point;
            break;
    }
    return bars + fmt::format("$series{} using 1:2 with {} {} title {}", number, style, colour,
                              quoted(series.name));
}

/// Titles of the panels, in the order of the series that have something to draw.
std::vector<std::string> panels_of(const Plot& plot) {
    std::vector<std::string> panels;
    for (const PlotSeries& series : plot.series) {
        if (has_points(series) &&
            std::find(panels.begin(), panels.end(), series.panel) == panels.end()) {
            panels.push_back(series.panel);
        }
    }
    return panels;
}

std::string axes(const Plot& plot, AxisRange x, AxisRange y) {
    return fmt::format("set xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n", x.low, x.high,
                       y.low, y.high) +
           (plot.logarithmic_y ? log_tics(y) : "") + (plot.logarithmic_x ? log_tics(x, 'x') : "");
}

/// Marks the saturation of a series on the x axis; above those of others at nearly the same place.
std::string mark(double at, const std::string& colour, AxisRange x, std::vector<double>& others) {
    constexpr double kNear = 0.01, kHeight = 0.05;  // of the axes
    const auto below = std::count_if(others.begin(), others.end(), [&](double other) {
        return std::abs(other - at) < kNear * (x.high - x.low);
    });
    others.push_back(at);
    return fmt::format(
        "set arrow from first {0:.9g}, graph {1:g} to first {0:.9g}, graph {2:g} nohead front "
        "linewidth 5 linecolor rgb '{3}'\n",
        at, kHeight * static_cast<double>(below), kHeight * static_cast<double>(below + 1), colour);
}

/// A question mark at each undecided point.
std::string question_marks(const PlotSeries& series, const std::string& colour) {
    std::string text;
    for (const std::size_t i : series.undecided) {
        if (series.drawable(i)) {
            text += fmt::format(
                "set label '?' at first {:.9g}, first {:.9g} offset 0.8, 0.8 front textcolor rgb "
                "'{}'\n",
                series.x[i], series.y[i], colour);
        }
    }
    return text;
}

/// The series of points behind number `below` of the panel that have one where a point of it is.
/// The symbols of points that lie on each other are drawn around each other.
std::size_t points_on(const Plot& plot, std::size_t below, AxisRange x, AxisRange y) {
    constexpr double kNear = 0.015;  // of the axes
    const PlotSeries& lower = plot.series[below];
    const auto lies_on = [&](const PlotSeries& upper) {
        for (std::size_t i = 0; i < lower.x.size(); ++i) {
            for (std::size_t j = 0; j < upper.x.size(); ++j) {
                if (std::abs(upper.x[j] - lower.x[i]) < kNear * (x.high - x.low) &&
                    std::abs(upper.y[j] - lower.y[i]) < kNear * (y.high - y.low)) {
                    return true;
                }
            }
        }
        return false;
    };
    return static_cast<std::size_t>(std::count_if(
        plot.series.begin() + static_cast<std::ptrdiff_t>(below) + 1, plot.series.end(),
        [&](const PlotSeries& upper) {
            return upper.style == PlotStyle::points && upper.panel == lower.panel && lies_on(upper);
        }));
}

/// The axes, saturation marks and plot command of one panel.
std::string curves(const Plot& plot, const std::string& panel) {
    const AxisRange x = x_range(plot, panel), y = y_range(plot, panel);
    std::string text, marks, questions;
    std::map<std::string, std::size_t> colours;
    const PlotSeries* first = nullptr;
    std::vector<double> marked;
    std::size_t number = 0;  // of the curves of this panel
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        const PlotSeries& series = plot.series[i];
        // gnuplot would complain about curves without points
        if (series.panel != panel || !has_points(series)) {
            continue;
        }
        first = number == 0 ? &series : first;
        const std::string group = series.colour_of.empty() ? std::to_string(i) : series.colour_of;
        Look look = look_of(number++, colours.emplace(group, colours.size()).first->second);
        if (series.style == PlotStyle::points) {
            look.size += 0.5 * static_cast<double>(points_on(plot, i, x, y));
        }
        text += (text.empty() ? "plot " : ", ") + curve(series, i, look);
        if (std::isfinite(series.saturation)) {
            marks += mark(series.saturation, look.colour, x, marked);
        }
        questions += question_marks(series, look.colour);
    }
    const std::string& x_label = first->x_label.empty() ? plot.x_label : first->x_label;
    const std::string& y_label = first->y_label.empty() ? plot.y_label : first->y_label;
    std::string below =
        marks.empty() ? "" : ".\"\\n\"." + quoted("bar on the axis: " + plot.saturation_label);
    below += questions.empty() ? "" : ".\"\\n\"." + quoted("?: " + plot.undecided_label);
    return axes(plot, x, y) + "set xlabel " + quoted(x_label) + below + " noenhanced\nset ylabel " +
           quoted(y_label) + " noenhanced\nunset arrow\nunset label\n" + marks + questions + text +
           "\n";
}

/// The height of the panels: legends of many curves may have a line for each.
std::size_t panel_height(const Plot& plot, const std::vector<std::string>& panels) {
    std::ptrdiff_t most = 0;
    for (const std::string& panel : panels) {
        most = std::max(most, std::count_if(plot.series.begin(), plot.series.end(),
                                            [&](const PlotSeries& each) {
                                                return each.panel == panel && has_points(each);
                                            }));
    }
    return std::max<std::size_t>(500, 320 + 30 * static_cast<std::size_t>(most));
}

constexpr std::size_t kMostColumns = 3;  // of panels
constexpr int kNotFound = 127;           // as shells have it

/// The script is read from a file without a name and the picture comes back through a pipe, so that
/// gnuplot, which takes '|command' for a file, sees no name of ours.
[[noreturn]] void become_gnuplot(std::FILE* script, int picture) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int ignored : {SIGPIPE, SIGXFSZ}) {
        std::signal(ignored, SIG_DFL);
    }
    ::dup2(::fileno(script), STDIN_FILENO);
    ::dup2(picture, STDOUT_FILENO);
    ::execlp("gnuplot", "gnuplot", static_cast<char*>(nullptr));
    ::_exit(kNotFound);
}

std::string read_all(int file) {
    std::string bytes;
    std::array<char, 65536> buffer{};
    for (ssize_t count = 0; (count = ::read(file, buffer.data(), buffer.size())) != 0;) {
        if (count < 0 && errno != EINTR) {
            break;
        }
        bytes.append(buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return bytes;
}

/// What gnuplot draws when it is handed `script`.
std::string drawn(const std::string& script) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(  // in memory: no disk is full
        ::fdopen(::memfd_create("script", MFD_CLOEXEC), "w+"), std::fclose);
    std::array<int, 2> ends{};
    if (!file || std::fwrite(script.data(), 1, script.size(), file.get()) != script.size() ||
        std::fflush(file.get()) != 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw PlotError(fmt::format("cannot start gnuplot: {}", std::strerror(errno)));
    }
    std::rewind(file.get());
    const pid_t child = ::fork();
    if (child == 0) {
        become_gnuplot(file.get(), ends[1]);
    }
    const int fork_error = errno;
    ::close(ends[1]);
    const std::string picture = child < 0 ? "" : read_all(ends[0]);
    ::close(ends[0]);
    if (child < 0) {
        throw PlotError(fmt::format("cannot start gnuplot: {}", std::strerror(fork_error)));
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == kNotFound) {
        throw PlotError("gnuplot is not installed: install the Debian package gnuplot-nox");
    }
    if (status != 0 || picture.empty()) {
        throw PlotError("gnuplot could not draw it");
    }
    return picture;
}

}  // namespace

void check_plot_name(const std::string& file) {
    const auto extension = std::filesystem::path(file).extension();
    if (extension != ".svg" && extension != ".png") {
        throw std::invalid_argument(fmt::format("plot file '{}': must end in .svg or .png", file));
    }
}

std::string gnuplot_script(const Plot& plot, const std::string& file) {
    check(plot, file);
    std::string text;
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        text += data_block(plot.series[i], i);
    }
    const std::vector<std::string> panels = panels_of(plot);
    const std::size_t columns = std::min<std::size_t>(panels.size(), kMostColumns);
    const std::size_t rows = (panels.size() + columns - 1) / columns;
    const std::size_t width = panels.size() == 1 ? 800 : 560 * columns;
    const std::size_t height = panel_height(plot, panels) * rows;
    text += std::filesystem::path(file).extension() == ".svg"
                ? fmt::format(
                      "set terminal svg size {},{} dynamic background rgb 'white' "
                      "noenhanced font ',14'\n",
                      width, height)
                : fmt::format("set terminal pngcairo size {},{} fontscale 1.5 noenhanced\n",
                              width * 3 / 2, height * 3 / 2);
    text +=
        "set pointintervalbox 0\nset border 3\nset tics nomirror\n"
        // Without a line type gnuplot dots it, so finely that nobody sees it.
        "set grid xtics ytics mytics linetype 1 linecolor rgb '#b0b0b0' linewidth 1, "
        "linetype 1 linecolor rgb '#d8d8d8' linewidth 1\n"
        "set key outside top center horizontal noenhanced\n";
    text += plot.logarithmic_y ? "set logscale y\n" : "";
    text += plot.logarithmic_x ? "set logscale x\n" : "";
    if (panels.size() == 1) {
        return text + fmt::format("set title {} noenhanced\n", quoted(plot.title)) +
               curves(plot, panels[0]);
    }
    text += fmt::format("set multiplot layout {},{} title {} noenhanced\n", rows, columns,
                        quoted(plot.title));
    for (const std::string& panel : panels) {
        text += fmt::format("set title {} noenhanced\n", quoted(panel)) + curves(plot, panel);
    }
    return text + "unset multiplot\n";
}

void write_plot(const Plot& plot, const std::string& file) {
    write_file(file, drawn(gnuplot_script(plot, file)));
}

}  // namespace flitscope::tb
