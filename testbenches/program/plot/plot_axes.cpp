#include "testbenches/program/plot/plot_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace flitscope::tb {

namespace {

double on_axis(double value, bool logarithmic) { return logarithmic ? std::log(value) : value; }
double from_axis(double value, bool logarithmic) { return logarithmic ? std::exp(value) : value; }

/// visit(series, i) for every point of the panel that can be drawn.
template <typename Visit>
void for_each_point(const Plot& plot, const std::string& panel, Visit visit) {
    for (const PlotSeries& series : plot.series) {
        for (std::size_t i = 0; series.panel == panel && i < series.x.size(); ++i) {
            if (series.drawable(i)) {
                visit(series, i);
            }
        }
    }
}

/// Values with a label between the ends, about five of them.
std::vector<double> linear_tics(AxisRange range) {
    const double raw = (range.high - range.low) / 5;
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double factor : {5, 2, 1}) {
        step = factor * power >= raw ? factor * power : step;
    }
    std::vector<double> tics;
    for (double i = std::ceil(range.low / step); i * step <= range.high; ++i) {
        tics.push_back(i * step);
    }
    return tics;
}

struct Tic {
    double value;
    bool label;
};

/// The digits of the decades between the ends.
std::vector<Tic> digit_tics(AxisRange range) {
    const int first = static_cast<int>(std::floor(std::log10(range.low)));
    const int last = static_cast<int>(std::ceil(std::log10(range.high)));
    const bool one_decade = range.high < 10 * range.low;
    const bool few_decades = range.high < 1000 * range.low;
    std::vector<Tic> tics;
    for (int decade = first; decade <= last; ++decade) {
        for (int digit = 1; digit <= 9; ++digit) {
            const bool label =
                one_decade || digit == 1 || (few_decades && (digit == 2 || digit == 5));
            const double value = digit * std::pow(10.0, decade);
            if (value >= range.low && value <= range.high) {
                tics.push_back({value, label});
            }
        }
    }
    return tics;
}

/// What an axis shows besides its points.
std::vector<double> shown_anyway(const Plot& plot, bool logarithmic) {
    return plot.from_zero && !logarithmic ? std::vector<double>{0} : std::vector<double>{};
}

}  // namespace

AxisRange range_around(const std::vector<double>& values, bool logarithmic) {
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const double value : values) {
        if (!logarithmic || value > 0) {
            least = std::min(least, on_axis(value, logarithmic));
            most = std::max(most, on_axis(value, logarithmic));
        }
    }
    if (most < least) {
        return logarithmic ? AxisRange{1, 10} : AxisRange{0, 1};
    }
    constexpr double kAround = 0.05, kNearZero = 3;
    double room = kAround * (most - least);
    if (room == 0) {
        room = logarithmic ? 0.5 : least == 0 ? 0.5 : std::abs(least) / 10;
    }
    const bool from_zero = !logarithmic && least >= 0 && least < kNearZero * room;
    return {from_zero ? 0 : from_axis(least - room, logarithmic),
            from_axis(most + room, logarithmic)};
}

AxisRange x_range(const Plot& plot, const std::string& panel) {
    std::vector<double> values = shown_anyway(plot, plot.logarithmic_x);
    for_each_point(plot, panel, [&](const PlotSeries& series, std::size_t i) {
        values.push_back(series.x[i]);
        if (std::isfinite(series.saturation)) {
            values.push_back(series.saturation);
        }
    });
    return range_around(values, plot.logarithmic_x);
}

AxisRange y_range(const Plot& plot, const std::string& panel) {
    std::vector<double> values = shown_anyway(plot, plot.logarithmic_y);
    for_each_point(plot, panel, [&](const PlotSeries& series, std::size_t i) {
        const bool bar = !series.error.empty() && std::isfinite(series.error[i]);
        for (const double end : {0.0, bar ? -series.error[i] : 0, bar ? series.error[i] : 0}) {
            values.push_back(series.y[i] + end);
        }
    });
    return range_around(values, plot.logarithmic_y);
}

std::string log_tics(AxisRange range, char axis) {
    std::vector<Tic> tics = digit_tics(range);
    if (std::count_if(tics.begin(), tics.end(), [](const Tic& tic) { return tic.label; }) < 2) {
        tics.clear();
        for (const double value : linear_tics(range)) {
            tics.push_back({value, true});
        }
    }
    std::string text;
    for (const Tic& tic : tics) {
        text += fmt::format("{}'{}' {:g} {}", text.empty() ? "" : ", ",
                            tic.label ? fmt::format("{:g}", tic.value) : "", tic.value,
                            tic.label ? 0 : 1);
    }
    return fmt::format("set {}tics ({})\n", axis, text);
}

}  // namespace flitscope::tb
