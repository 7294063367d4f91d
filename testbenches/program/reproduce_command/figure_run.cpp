#include "testbenches/program/reproduce_command/figure_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "common/atomic_file.h"
#include "testbenches/drive/measurement/run_state.h"
#include "testbenches/drive/measurement/student_t.h"
#include "testbenches/program/plot/gnuplot_plot.h"

namespace flitscope::tb {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

/// What a dotted name stands for; items of lists by their number, channels by their class; null: it
/// is not there.
const Json* at_path(const Json& json, const std::string& path) {
    const Json* value = &json;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string key = path.substr(begin, end - begin);
        const Json* next = nullptr;
        if (value->is_object() && value->contains(key)) {
            next = &value->at(key);
        } else if (value->is_array()) {
            for (std::size_t i = 0; i < value->size(); ++i) {
                const Json& item = value->at(i);
                if (key == std::to_string(i) ||
                    (item.is_object() && item.value("class", "") == key)) {
                    next = &item;
                }
            }
        }
        if (next == nullptr) {
            return nullptr;
        }
        value = next;
        begin = end + 1;
    }
    return value;
}

/// NaN: not a number, nor a list of numbers.
double number_in(const Json* value) {
    if (value == nullptr || !value->is_array() || value->empty()) {
        return value != nullptr && value->is_number() ? value->get<double>() : kMissing;
    }
    double product = 1;
    for (const Json& each : *value) {
        product *= number_in(&each);
    }
    return product;
}

double x_of(const Json& row, const FigureAxis& axis) {
    const Json& point = row.at("point");
    const Json* const config = at_path(row, "config." + axis.figure);
    const double x = point.contains(axis.figure) ? number_in(&point.at(axis.figure))
                     : config != nullptr         ? number_in(config)
                                                 : number_in(at_path(row, axis.figure));
    if (std::isnan(x)) {
        throw ConfigError({axis.position, "not a number at the point " + shortened(point.dump()),
                           "a key with numbers, or a figure of the result", "x", axis.figure});
    }
    return comparable_x(x * axis.factor);
}

/// A value at one x, of one seed.
struct Sample {
    CurvePoint point;
    Json values;  ///< of the axes
};

/// Whether the figure has no value there because the network, or the model, is saturated.
bool is_beyond(const Json& row, const std::string& figure, const Json& value) {
    if (figure.rfind("model.", 0) == 0 || figure.rfind("saturation.", 0) == 0) {
        return value.is_null();
    }
    const std::string state = row.value("state", "");
    return state == name_of(RunState::saturated) || state == name_of(RunState::deadlock);
}

/// Whether the run ended before it showed that.
bool is_undecided(const Json& row, const std::string& figure) {
    return figure.rfind("model.", 0) != 0 && figure.rfind("saturation.", 0) != 0 &&
           row.value("state", "") == name_of(RunState::undecided);
}

/// The half width of the interval that stands beside a figure.
double half_width(const Json& row, const std::string& figure) {
    const std::size_t dot = figure.rfind('.');
    const std::string last = figure.substr(dot + 1);
    return last == "mean" || figure == "saturation.load"
               ? number_in(at_path(row, figure.substr(0, dot) + ".ci"))
               : kMissing;
}

/// The mean of the samples of one x.
CurvePoint mean_of(const std::vector<Sample>& samples) {
    CurvePoint mean = samples.front().point;
    const auto count = static_cast<double>(samples.size());
    if (samples.size() == 1) {
        return mean;
    }
    double sum = 0, squares = 0;
    for (const Sample& each : samples) {
        sum += each.point.y;
        mean.beyond = mean.beyond || each.point.beyond;
        mean.undecided = mean.undecided || each.point.undecided;
        mean.at_least = mean.at_least || each.point.at_least;
    }
    mean.y = sum / count;
    for (const Sample& each : samples) {
        squares += (each.point.y - mean.y) * (each.point.y - mean.y);
    }
    constexpr double kConfidence = 0.95;
    mean.error = student_t_quantile(kConfidence, static_cast<int>(samples.size()) - 1) *
                 std::sqrt(squares / (count - 1) / count);
    return mean;
}

/// Refuses points that differ in more than the seed.
void require_replicas(const CurveSource& curve, const std::vector<Sample>& samples) {
    for (const Sample& each : samples) {
        Json a = samples.front().values, b = each.values;
        a.erase("seed");
        b.erase("seed");
        if (a != b) {
            throw ConfigError({curve.x.position,
                               "several points of the curve " + curve.name +
                                   " have x = " + fmt::format("{:g}", each.point.x) + ", " +
                                   shortened(a.dump()) + " and " + shortened(b.dump()),
                               "one curve for each value of the other axes", "x", curve.x.figure});
        }
    }
}

Curve curve_of(const CurveSource& source, const SweepRows& rows) {
    std::map<double, std::vector<Sample>> samples;
    bool known = rows.rows.empty();
    for (const Json& row : rows.rows) {
        const Json* const value = at_path(row, source.y.figure);
        if (value == nullptr) {
            continue;
        }
        known = true;
        Sample sample{{x_of(row, source.x)}, row.at("point")};
        CurvePoint& point = sample.point;
        point.y = number_in(value) * source.y.factor;
        point.error = half_width(row, source.y.figure) * std::abs(source.y.factor);
        point.beyond = is_beyond(row, source.y.figure, *value);
        point.undecided = !source.keep_saturated && is_undecided(row, source.y.figure);
        point.at_least = point.undecided && source.y.figure.rfind("latency.", 0) == 0;
        if (point.beyond && !source.keep_saturated) {
            point.y = kUnlimited;
            point.error = kMissing;
        }
        if (!std::isnan(point.y)) {
            samples[point.x].push_back(std::move(sample));
        }
    }
    if (!known) {
        throw ConfigError(
            {source.y.position, "no point of the curve " + source.name + " has this figure",
             "a figure of the result by its dotted name, as result.json and `flitscope "
             "sweep collect` have it",
             "y.figure", source.y.figure});
    }
    Curve curve;
    curve.complete = rows.failures.empty();
    for (const auto& [x, all] : samples) {
        require_replicas(source, all);
        curve.points.push_back(mean_of(all));
    }
    return curve;
}

Curve formula_curve(const CurveSource& source, const Curves& curves) {
    Curve curve;
    curve.complete = incomplete_curve_in(source.formula, curves).empty();
    for (const auto& [x, value] : evaluate(source.formula, curves).values) {
        if (!std::isnan(value.y)) {
            const double error = value.error * std::abs(source.y.factor);
            curve.points.push_back({x, value.y * source.y.factor, error > 0 ? error : kMissing,
                                    std::isinf(value.y), value.undecided, value.at_least});
        }
    }
    return curve;
}

std::string csv_number(double value) {
    return std::isfinite(value) ? fmt::format("{:.9g}", value) : "";
}

std::string csv_of(const FigureFile& figure, const Curves& curves) {
    std::string text = "curve,x,y,half_width,saturated,undecided\n";
    for (const CurveSource& source : figure.curves) {
        for (const CurvePoint& each : curves.at(source.name).points) {
            text += fmt::format("{},{},{},{},{},{}\n", source.name, csv_number(each.x),
                                csv_number(each.y), csv_number(each.error), int{each.beyond},
                                int{each.undecided});
        }
    }
    return text;
}

PlotSeries series_of(const CurveSource& source, const Curve& curve) {
    PlotSeries series;
    series.name = source.label;
    series.panel = source.panel;
    series.x_label = source.x.label;
    series.y_label = source.y.label;
    series.style = source.style;
    series.colour_of = source.colour.empty() ? source.name : source.colour;
    bool errors = false;
    for (const CurvePoint& each : curve.points) {
        if (each.undecided) {
            series.undecided.push_back(series.x.size());
        }
        series.x.push_back(each.x);
        series.y.push_back(std::isfinite(each.y) ? each.y : kMissing);
        series.error.push_back(std::isfinite(each.error) ? each.error : 0);
        errors = errors || std::isfinite(each.error);
    }
    if (!errors || series.style == PlotStyle::lines) {
        series.error.clear();
    }
    const double saturation = curve.saturation().y;
    series.saturation = std::isfinite(saturation) ? saturation : kMissing;
    return series;
}

void write_picture(const FigureFile& figure, const Curves& curves, const std::string& file) {
    Plot plot;
    plot.title = figure.title;
    plot.x_label = figure.x.label;
    plot.y_label = figure.y.label;
    plot.logarithmic_y = figure.y.logarithmic;
    plot.logarithmic_x = figure.x.logarithmic;
    plot.saturation_label = "saturates";
    for (const CurveSource& source : figure.curves) {
        if (!source.hidden) {
            plot.series.push_back(series_of(source, curves.at(source.name)));
        }
    }
    write_plot(plot, file);
}

}  // namespace

void enter_folder_of(const FigureFile& figure) {
    fs::current_path(fs::path(figure.path).parent_path());
}

FigureResult run_figure(const FigureFile& figure, const std::string& stem, SweepRunner& runner) {
    FigureResult result;
    enter_folder_of(figure);
    if (figure.drawing) {
        std::vector<std::string> words = figure.drawing->command;
        words.insert(words.end(), {figure.drawing->save, stem + ".svg", "--quiet"});
        result.failures =
            runner.run_command(words, figure.drawing->config, figure.id() + ".config.yaml")
                .failures;
        return result;
    }
    for (const CurveSource& source : figure.curves) {
        Curve curve;
        if (source.sweep) {
            const SweepRows rows = runner.run(source);
            for (const std::string& each : rows.failures) {
                result.failures.push_back("curve " + source.name + ": " + each);
            }
            curve = curve_of(source, rows);
        } else if (!source.formula.empty()) {
            curve = formula_curve(source, result.curves);
        }
        for (const auto& [x, y] : source.points) {
            curve.points.push_back({comparable_x(x), y});
        }
        std::sort(curve.points.begin(), curve.points.end(),
                  [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
        result.curves.emplace(source.name, std::move(curve));
    }
    for (const Statement& each : figure.statements) {
        result.verdicts.push_back(judge(each, result.curves));
    }
    write_file(stem + ".csv", csv_of(figure, result.curves));
    try {
        write_picture(figure, result.curves, stem + ".svg");
    } catch (const std::invalid_argument& error) {
        result.failures.push_back(std::string("picture: ") + error.what());
    } catch (const PlotError& error) {
        result.failures.push_back(std::string("picture: ") + error.what());
    }
    return result;
}

}  // namespace flitscope::tb
