#include "testbenches/program/model_command/model_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ostream>

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

struct Cell {
    std::string name;
    Json value;
};

/// A point as one row: lists spread over columns.
std::vector<Cell> cells_of(const Json& point) {
    std::vector<Cell> cells;
    for (const auto& [name, value] : point.items()) {
        if (!value.is_array()) {
            cells.push_back({name, value});
        } else if (name == "ci") {
            cells.push_back({"ci_low", value[0]});
            cells.push_back({"ci_high", value[1]});
        } else {
            for (std::size_t i = 0; i < value.size(); ++i) {
                cells.push_back({fmt::format("{}_{}", name, i), value[i]});
            }
        }
    }
    return cells;
}

/// All columns of all points, in order of first appearance, `limiting` last; a list that is null in
/// some points (saturated) has no column of its own name.
std::vector<std::string> columns_of(const std::vector<Json>& points) {
    std::vector<std::string> columns;
    for (const Json& point : points) {
        for (const Cell& cell : cells_of(point)) {
            if (std::find(columns.begin(), columns.end(), cell.name) == columns.end()) {
                columns.push_back(cell.name);
            }
        }
    }
    const std::vector<std::string> all = columns;
    const auto is_spread = [&all](const std::string& name) {
        return std::find(all.begin(), all.end(), name + "_0") != all.end();
    };
    columns.erase(std::remove_if(columns.begin(), columns.end(), is_spread), columns.end());
    std::stable_partition(columns.begin(), columns.end(),
                          [](const std::string& name) { return name != "limiting"; });
    return columns;
}

std::string text_of(const Json& value, int digits) {
    if (value.is_number()) {
        return fmt::format("{:.{}g}", value.get<double>(), digits);
    }
    return value.is_string() ? value.get<std::string>() : "";
}

std::vector<std::string> row_of(const std::vector<std::string>& columns, const Json& point,
                                int digits) {
    std::vector<std::string> row(columns.size());
    for (const Cell& cell : cells_of(point)) {
        const auto column = std::find(columns.begin(), columns.end(), cell.name);
        if (column != columns.end()) {
            row[column - columns.begin()] = text_of(cell.value, digits);
        }
    }
    return row;
}

std::string quoted_for_csv(const std::string& text) {
    return text.find(',') == std::string::npos ? text : "\"" + text + "\"";
}

double number_of(const Json& point, const std::string& member) {
    const auto found = point.find(member);
    return found != point.end() && found->is_number() ? found->get<double>()
                                                      : std::numeric_limits<double>::quiet_NaN();
}

/// Curves of one member of the points: one, or one per element where it is a list.
void add_curves(const std::string& member, const std::vector<Json>& points, Plot& plot) {
    for (const std::string& column : columns_of(points)) {
        if (column != member && column.rfind(member + "_", 0) != 0) {
            continue;
        }
        const bool of_list =
            column.find_first_not_of("0123456789", member.size() + 1) == std::string::npos;
        if (column != member && !of_list) {
            continue;  // delay_bound is no element of delay
        }
        PlotSeries series;
        series.style =
            points.size() > kMostSymbols ? PlotStyle::lines : PlotStyle::lines_and_points;
        series.name = column;
        std::replace(series.name.begin(), series.name.end(), '_', ' ');
        for (const Json& point : points) {
            series.x.push_back(number_of(point, point.contains("rate") ? "rate" : "hours"));
            series.y.push_back(std::numeric_limits<double>::quiet_NaN());
            for (const Cell& cell : cells_of(point)) {
                if (cell.name == column && cell.value.is_number()) {
                    series.y.back() = cell.value.get<double>();
                }
            }
            if (member == "reliability" && point.contains("ci")) {
                series.error.push_back(
                    (point["ci"][1].get<double>() - point["ci"][0].get<double>()) / 2);
            }
        }
        plot.series.push_back(std::move(series));
    }
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
    const auto columns = columns_of(points);
    const auto write_row = [&out](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            out << (i == 0 ? "" : ",") << quoted_for_csv(row[i]);
        }
        out << "\n";
    };
    write_row(columns);
    for (const Json& point : points) {
        write_row(row_of(columns, point, 15));
    }
}

void write_model_table(const ModelAdapter& model, const std::vector<Json>& points,
                       std::ostream& out) {
    out << model.description << "\n";
    for (const std::string& difference : model.differences) {
        out << "note: the configuration departs from the model: " << difference << "\n";
    }
    const auto columns = columns_of(points);
    std::vector<std::vector<std::string>> rows = {columns};
    for (const Json& point : points) {
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
    for (const std::string& member : model.chart.curves) {
        add_curves(member, points, plot);
    }
    return plot;
}

}  // namespace flitscope::tb
