#include "testbenches/program/model_command/model_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <ostream>
#include <set>

#include "common/rounded.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_setup.h"
#include "testbenches/program/plot/gnuplot_plot.h"

namespace flitscope::tb {

namespace {

using Json = ModelAdapter::Json;

constexpr int kCurvePoints = 60;
constexpr int kMostRates = 100000;

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

template <typename T>
bool parse(const std::string& text, T& value) {
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end && !text.empty();
}

double rate_of(const std::string& model, const std::string& text) {
    double rate = 0;
    if (!parse(text, rate) || !(rate >= 0 && rate <= 1e100)) {
        refuse(model, "rates", "'" + text + "'", "a number 0..1e100");
    }
    return rate;
}

/// "a,b,c" as given, or "from:to:count" evenly spaced, both ends included (count 1: `from` alone).
/// Each 0..1e100, at most kMostRates of them. Throws OptionError ("rates") that names the model.
std::vector<double> parse_rates(const std::string& model, const std::string& text) {
    std::vector<double> rates;
    const auto range = split(text, ':');
    if (range.size() == 1) {
        for (const std::string& part : split(text, ',')) {
            rates.push_back(rate_of(model, part));
        }
        return rates;
    }
    int count = 0;
    if (range.size() != 3 || !parse(range[2], count) || count < 1 || count > kMostRates) {
        refuse(model, "rates", "'" + text + "'",
               "RATE,RATE,... or FROM:TO:COUNT with a count 1..100000");
    }
    const double from = rate_of(model, range[0]);
    const double to = rate_of(model, range[1]);
    for (int i = 0; i < count; ++i) {
        // The ends come out exactly.
        rates.push_back(i == 0 ? from : i == count - 1 ? to : from + (to - from) * i / (count - 1));
    }
    return rates;
}

std::vector<double> rates_of(const ExperimentConfig& config, const std::string& text,
                             const ModelEntry& entry, const ModelAdapter& model) {
    if (text.empty()) {
        return {config.traffic.rate};
    }
    if (!model.has_rates()) {
        throw OptionError("rates", entry.name + ": rates = " + text +
                                       ", must be absent: its points are the hours of model.hours");
    }
    return parse_rates(entry.name, text);
}

/// A curve needs more than the one point of the configuration: up to just below saturation.
std::vector<double> rates_of_curve(const std::vector<double>& rates, const ModelAdapter& model) {
    const auto& saturation = model.saturation;
    if (rates.size() > 1 || !saturation) {
        return rates;
    }
    std::vector<double> curve;
    for (int i = 0; i < kCurvePoints; ++i) {
        curve.push_back(0.98 * saturation->rate * i / (kCurvePoints - 1));
    }
    return curve;
}

constexpr std::size_t kMostSymbols = 25;  ///< on one curve; more would hide its dashes

/// Numbers rounded to 15 significant digits: one less than would show rounding.
Json without_noise(const Json& value) {
    if (value.is_number_float()) {
        return rounded(value.get<double>(), 15);
    }
    Json result = value;
    if (value.is_structured()) {
        for (auto& [key, item] : result.items()) {
            item = without_noise(item);
        }
    }
    return result;
}

/// Points with the elements of lists as members of their own: `blocking_0`, `ci_low`. A list that
/// is null (in saturated points) is no member.
std::vector<Json> flat(const std::vector<Json>& points) {
    std::set<std::string> lists;
    for (const Json& point : points) {
        for (const auto& [name, value] : point.items()) {
            if (value.is_array()) {
                lists.insert(name);
            }
        }
    }
    std::vector<Json> flattened;
    for (const Json& point : points) {
        Json& row = flattened.emplace_back(Json::object());
        for (const auto& [name, value] : point.items()) {
            if (lists.count(name) == 0) {
                row[name] = value;
            }
            for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
                row[name == "ci" ? (i == 0 ? "ci_low" : "ci_high")
                                 : fmt::format("{}_{}", name, i)] = value[i];
            }
        }
    }
    return flattened;
}

/// All members of flat points, in order of first appearance, `limiting` last.
std::vector<std::string> columns_of(const std::vector<Json>& points) {
    Json all = Json::object();
    for (const Json& point : points) {
        all.update(point);
    }
    std::vector<std::string> columns;
    for (const auto& each : all.items()) {
        columns.push_back(each.key());
    }
    std::stable_partition(columns.begin(), columns.end(),
                          [](const std::string& name) { return name != "limiting"; });
    return columns;
}

std::vector<std::string> row_of(const std::vector<std::string>& columns, const Json& point,
                                int digits) {
    std::vector<std::string> row;
    for (const std::string& column : columns) {
        const Json value = point.value(column, Json());
        row.push_back(value.is_number()   ? fmt::format("{:.{}g}", value.get<double>(), digits)
                      : value.is_string() ? value.get<std::string>()
                                          : "");
    }
    return row;
}

std::string quoted_for_csv(const std::string& text) {
    return text.find(',') == std::string::npos ? text : "\"" + text + "\"";
}

double number_of(const Json& point, const std::string& member) {
    const Json value = point.value(member, Json());
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

/// Whether a column is this member of the points, or an element of it: delay_bound is none of
/// delay.
bool is_of(const std::string& column, const std::string& member) {
    return column == member ||
           (column.rfind(member + "_", 0) == 0 &&
            column.find_first_not_of("0123456789", member.size() + 1) == std::string::npos);
}

/// A curve of a member of flat points.
PlotSeries series_of(const std::string& column, const std::vector<Json>& points) {
    PlotSeries series;
    series.style = points.size() > kMostSymbols ? PlotStyle::lines : PlotStyle::lines_and_points;
    series.name = column;
    std::replace(series.name.begin(), series.name.end(), '_', ' ');
    for (const Json& point : points) {
        series.x.push_back(number_of(point, point.contains("rate") ? "rate" : "hours"));
        series.y.push_back(number_of(point, column));
        if (column == "reliability") {
            series.error.push_back((number_of(point, "ci_high") - number_of(point, "ci_low")) / 2);
        }
    }
    return series;
}

/// What does not depend on the rate.
void add_limits(const ModelAdapter& model, Json& json) {
    const auto& saturation = model.saturation;
    json["saturation_rate"] = saturation ? Json(saturation->rate) : Json();
    if (saturation) {
        json["limiting"] = saturation->limiting;
    }
    json.update(model.bounds);
}

/// {"model", "parameters", "points", "saturation_rate", "limiting", bounds}; numbers with 15
/// significant digits.
void write_model_json(const std::string& name, const ModelAdapter& model,
                      const std::vector<Json>& points, std::ostream& out) {
    Json json = {{"model", name}, {"parameters", model.description}, {"points", points}};
    add_limits(model, json);
    out << without_noise(json).dump(2) << "\n";
}

/// A line of names, then a line per point; lists take a column per element (`blocking_0`), a
/// confidence interval `ci_low` and `ci_high`; cells without a value are empty.
void write_model_csv(const std::vector<Json>& points, std::ostream& out) {
    const auto rows = flat(points);
    const auto columns = columns_of(rows);
    const auto write_row = [&out](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out << (i == 0 ? "" : ",") << quoted_for_csv(row[i]);
        }
        out << "\n";
    };
    write_row(columns);
    for (const Json& row : rows) {
        write_row(row_of(columns, row, 15));
    }
}

/// For people: 6 significant digits.
void write_model_table(const ModelAdapter& model, const std::vector<Json>& points,
                       std::ostream& out) {
    out << model.description << "\n";
    for (const std::string& difference : model.differences) {
        out << "note: the configuration departs from the model: " << difference << "\n";
    }
    const auto flattened = flat(points);
    const auto columns = columns_of(flattened);
    std::vector<std::vector<std::string>> rows = {columns};
    for (const Json& point : flattened) {
        rows.push_back(row_of(columns, point, 6));
    }
    std::vector<std::size_t> widths(columns.size(), 0);
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    for (auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += fmt::format("{}{:<{}}", i == 0 ? "" : "  ", row[i], widths[i]);
        }
        out << line.substr(0, line.find_last_not_of(' ') + 1) << "\n";
    }
    if (model.saturation) {
        out << fmt::format("saturation rate {:.6g} {}, limited by {}\n", model.saturation->rate,
                           model.rate_unit, model.saturation->limiting);
    } else if (model.has_rates()) {
        out << "no saturation rate\n";
    }
    for (const auto& [name, bound] : model.bounds.items()) {
        if (bound.is_number()) {
            out << fmt::format("{} {:.6g} {}\n", name, bound.get<double>(), model.rate_unit);
        }
    }
}

/// A point of a sweep is one of the model.
ModelAdapter model_of_one_point(const ModelEntry& entry, const ExperimentConfig& config) {
    ModelAdapter model = entry.make(config);
    const Json hours = resolved_model(config).value("hours", Json());
    if (!model.has_rates() && hours.is_array() && hours.size() > 1) {
        refuse(entry.name, "model.hours", shortened(hours.dump()),
               "one number: a point of a sweep has one; several are an axis, model.hours: [...]");
    }
    return model;
}

Plot plot_of_model(const std::string& name, const ModelAdapter& model,
                   const std::vector<Json>& points) {
    Plot plot{name, model.chart.x_label, model.chart.y_label, {}};
    const auto flattened = flat(points);
    for (const std::string& member : model.chart.curves) {
        for (const std::string& column : columns_of(flattened)) {
            if (is_of(column, member)) {
                plot.series.push_back(series_of(column, flattened));
            }
        }
    }
    return plot;
}

}  // namespace

void check_model_point(const ExperimentConfig& config) {
    model_of_one_point(named_model(config), config);
}

Json model_point(const ExperimentConfig& config) {
    const ModelEntry& entry = named_model(config);
    const ModelAdapter model = model_of_one_point(entry, config);
    Json json = {{"name", entry.name},
                 {"parameters", model.description},
                 {"differences", join_names(model.differences)}};
    json.update(model.points({config.traffic.rate}).front());
    const Json limiting = json.value("limiting", Json());
    add_limits(model, json);
    if (!limiting.is_null()) {
        json["limiting"] = limiting;
    }
    return without_noise(json);
}

int model_command(const ExperimentConfig& config, const ModelCommandOptions& options,
                  std::ostream& out) {
    const ModelEntry& entry = named_model(config);
    if (options.json && options.csv) {
        throw OptionError("csv", entry.name + ": csv and json given together");
    }
    if (!options.plot.empty()) {
        try {
            check_plot_name(options.plot);
        } catch (const std::invalid_argument& error) {
            throw OptionError("plot", entry.name + ": " + error.what());
        }
    }
    const ModelAdapter model = entry.make(config);
    const std::vector<double> rates = rates_of(config, options.rates, entry, model);
    const auto points = model.points(rates);
    if (options.json) {
        write_model_json(entry.name, model, points, out);
    } else if (options.csv) {
        write_model_csv(points, out);
    } else {
        write_model_table(model, points, out);
    }
    if (!options.plot.empty()) {
        const bool as_printed = !model.has_rates() || rates.size() > 1;
        const auto curve = as_printed ? points : model.points(rates_of_curve(rates, model));
        try {
            write_plot(plot_of_model(entry.name, model, curve), options.plot);
        } catch (const std::invalid_argument& error) {
            throw OptionError("plot", entry.name + ": " + error.what());
        }
    }
    return 0;
}

}  // namespace flitscope::tb
