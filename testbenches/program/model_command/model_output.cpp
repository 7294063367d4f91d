#include "testbenches/program/model_command/model_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ostream>
#include <set>

namespace flitscope::tb {

namespace {

using Json = ModelAdapter::Json;

constexpr std::size_t kMostSymbols = 25;  ///< on one curve; more would hide its dashes

/// Numbers rounded to 15 significant digits: one less than would show rounding.
Json rounded(const Json& value) {
    if (value.is_number_float()) {
        return std::stod(fmt::format("{:.15g}", value.get<double>()));
    }
    Json result = value;
    if (value.is_structured()) {
        for (auto& [key, item] : result.items()) {
            item = rounded(item);
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

}  // namespace

void write_model_json(const std::string& name, const ModelAdapter& model,
                      const std::vector<Json>& points, std::ostream& out) {
    const auto& saturation = model.saturation;
    Json json = {{"model", name},
                 {"parameters", model.description},
                 {"points", points},
                 {"saturation_rate", saturation ? Json(saturation->rate) : Json()}};
    if (saturation) {
        json["limiting"] = saturation->limiting;
    }
    json.update(model.bounds);
    out << rounded(json).dump(2) << "\n";
}

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

}  // namespace flitscope::tb
