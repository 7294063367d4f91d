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
#include <memory>

#include "common/atomic_file.h"

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

bool drawable(const PlotSeries& series, std::size_t i) {
    return std::isfinite(series.x[i]) && std::isfinite(series.y[i]);
}

bool has_points(const PlotSeries& series) {
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (drawable(series, i)) {
            return true;
        }
    }
    return false;
}

void check(const Plot& plot, const std::string& file) {
    check_plot_name(file);
    bool any = false;
    for (const PlotSeries& series : plot.series) {
        if (series.y.size() != series.x.size() ||
            (!series.error.empty() && series.error.size() != series.x.size())) {
            throw std::invalid_argument(
                fmt::format("plot series '{}': x, y and error differ in length", series.name));
        }
        any = any || has_points(series);
    }
    if (!any) {
        throw std::invalid_argument("plot: no points to draw");
    }
}

std::string data_block(const PlotSeries& series, std::size_t number) {
    std::string text = fmt::format("$series{} << EndOfSeries\n", number);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
        if (!drawable(series, i)) {
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

/// What `plot` draws for the series of this number; `look`: which colour, dashes and symbol.
std::string curve(const PlotSeries& series, std::size_t number, std::size_t look) {
    // Colours that stay apart for colour-blind readers, and never alone: dashes and symbols vary.
    static const char* const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000"};
    static const int symbols[] = {7, 5, 9, 13, 11, 6, 4, 8, 12, 10};
    const bool bars = !series.error.empty();
    const std::string line = fmt::format("dashtype {} linewidth 1.6", look % 5 + 1);
    const std::string point =
        fmt::format("pointtype {} pointsize {}", symbols[look % std::size(symbols)],
                    series.style == PlotStyle::lines ? "0" : "0.7");
    std::string style;
    switch (series.style) {
        case PlotStyle::lines_and_points:
            style = (bars ? "yerrorlines " : "linespoints ") + line + " " + point;
            break;
        case PlotStyle::lines:
            style = bars ? "yerrorlines " + line + " " + point : "lines " + line;
            break;
        case PlotStyle::points:
            style = (bars ? "yerrorbars " : "points ") + point;
            break;
    }
    return fmt::format("$series{} using {} with {} linecolor rgb '{}' title {}", number,
                       bars ? "1:2:3" : "1:2", style, colours[look % std::size(colours)],
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

/// The range of a logarithmic y axis, and its tics.
struct LogRange {
    double low = 1;
    double high = 10;
};

/// From the last number 1, 2 or 5 times a power of ten at or below all of the panel, bars included,
/// to the first at or above: whole decades would leave most of the picture empty.
LogRange log_range(const Plot& plot, const std::string& panel) {
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    for (const PlotSeries& series : plot.series) {
        for (std::size_t i = 0; series.panel == panel && i < series.x.size(); ++i) {
            const double bar = series.error.empty() || !std::isfinite(series.error[i])
                                   ? 0
                                   : std::abs(series.error[i]);
            if (drawable(series, i) && series.y[i] > 0) {
                least = std::min(least, series.y[i] > bar ? series.y[i] - bar : series.y[i]);
                most = std::max(most, series.y[i] + bar);
            }
        }
    }
    if (most <= 0) {
        return {};
    }
    const int first = static_cast<int>(std::floor(std::log10(least)));
    LogRange range{std::pow(10.0, first), 0};
    for (int decade = first; range.high == 0; ++decade) {
        for (const int digit : {1, 2, 5}) {
            const double value = digit * std::pow(10.0, decade);
            if (value <= least) {
                range.low = value;
            } else if (value >= most) {
                range.high = value;
                break;
            }
        }
    }
    return range;
}

/// Labels at 1, 2 and 5 of a decade, beyond three decades at 1 only; tics without at 3 to 9.
std::string log_axis(const LogRange& range) {
    const int first = static_cast<int>(std::floor(std::log10(range.low)));
    const int last = static_cast<int>(std::ceil(std::log10(range.high)));
    std::string tics;
    for (int decade = first; decade <= last; ++decade) {
        for (int digit = 1; digit <= 9; ++digit) {
            const bool label = digit == 1 || (last - first <= 3 && (digit == 2 || digit == 5));
            const double value = digit * std::pow(10.0, decade);
            tics += fmt::format("{}'{}' {:g} {}", tics.empty() ? "" : ", ",
                                label ? fmt::format("{:g}", value) : "", value, label ? 0 : 1);
        }
    }
    // A little more than the range: gnuplot's logarithms of the ends may be off, and it draws no
    // tic beyond them.
    return fmt::format("set yrange [{:g}*0.999999:{:g}*1.000001]\nset ytics ({})\n", range.low,
                       range.high, tics);
}

/// The plot command of one panel.
std::string curves(const Plot& plot, const std::string& panel) {
    std::string text;
    const std::string axis = plot.logarithmic_y ? log_axis(log_range(plot, panel)) : "";
    std::size_t look = 0;  // of the curves of this panel
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        // gnuplot would complain about curves without points
        if (plot.series[i].panel == panel && has_points(plot.series[i])) {
            text += (text.empty() ? "plot " : ", ") + curve(plot.series[i], i, look++);
        }
    }
    return axis + text + "\n";
}

constexpr int kNotFound = 127;  // as shells have it

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
    const std::size_t width = panels.size() == 1 ? 800 : 600 * panels.size();
    text += std::filesystem::path(file).extension() == ".svg"
                ? fmt::format(
                      "set terminal svg size {},560 dynamic background rgb 'white' "
                      "noenhanced\n",
                      width)
                : fmt::format("set terminal pngcairo size {},840 fontscale 1.3 noenhanced\n",
                              width * 3 / 2);
    text += fmt::format("set xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                        quoted(plot.x_label), quoted(plot.y_label));
    text +=
        "set pointintervalbox 0\nset border 3\nset tics nomirror\n"
        // Without a line type gnuplot dots it, so finely that nobody sees it.
        "set grid xtics ytics mytics linetype 1 linecolor rgb '#b0b0b0' linewidth 1, "
        "linetype 1 linecolor rgb '#d8d8d8' linewidth 1\n"
        "set key outside top center horizontal noenhanced\n";
    text += plot.logarithmic_y ? "set logscale y\n" : "set yrange [0:*]\n";
    if (panels.size() == 1) {
        return text + fmt::format("set title {} noenhanced\n", quoted(plot.title)) +
               curves(plot, panels[0]);
    }
    text += fmt::format("set multiplot layout 1,{} title {} noenhanced\n", panels.size(),
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
